// expect: safe
// Each life of a local or of an object of the heap begins without a mutex; zeros are one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct box { pthread_mutex_t m; int v; };
void use(pthread_mutex_t *m) { pthread_mutex_lock(m); pthread_mutex_unlock(m); }
void *work(void *p) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  use(&m);
  pthread_mutex_destroy(&m);
  return 0;
}
int main() {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  work(0);
  for (int i = 0; i < 2; i++) {
    struct box *b = malloc(sizeof *b);
    if (!b) return 0;
    pthread_mutex_init(&b->m, 0);
    use(&b->m);
    free(b);
  }
  struct box zero;
  memset(&zero, 0, sizeof zero);
  use(&zero.m);
  pthread_mutex_t is = PTHREAD_MUTEX_INITIALIZER;
  use(&is);
  assert(zero.v == 0);
}
