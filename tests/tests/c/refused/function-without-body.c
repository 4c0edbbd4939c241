// refused: 6: `f` has no definition.
#include <pthread.h>
void *f(void *);
int main() {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
}
