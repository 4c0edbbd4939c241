// refused: 6: Not supported: a thread whose function is in a variable.
#include <pthread.h>
void *(*g)(void *);
int main() {
  pthread_t t;
  pthread_create(&t, 0, g, 0);
}
