// expect: safe
#include <pthread.h>
pthread_barrier_t b;
int chosen, passed;
void *t(void *arg) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) {
    __sync_fetch_and_add(&chosen, 1);
  }
  if (__sync_add_and_fetch(&passed, 1) == 3) assert(chosen == 1);
  return 0;
}
int main() {
  pthread_t a, c, d;
  pthread_barrier_init(&b, 0, 3);
  pthread_create(&a, 0, t, 0);
  pthread_create(&c, 0, t, 0);
  pthread_create(&d, 0, t, 0);
}
