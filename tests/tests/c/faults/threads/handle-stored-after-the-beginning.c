// expect: unsafe
#include <pthread.h>
pthread_t a;
void *t(void *p) { assert(pthread_equal(a, pthread_self())); return 0; }
int main(void) {
  pthread_create(&a, 0, t, 0);
  pthread_join(a, 0);
}
