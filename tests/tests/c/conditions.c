// expect: safe
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c[2];
int ready;
void *wake(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c[0]); pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, wake, 0);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c[0], &m);
  pthread_mutex_unlock(&m);
  assert(ready);
}
