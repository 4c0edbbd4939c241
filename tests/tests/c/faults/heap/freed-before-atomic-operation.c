// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int *g;
void *t(void *p) { atomic_int *x = g; if (x) atomic_fetch_add(x, 1); return 0; }
int main(void) {
  atomic_int *x = malloc(sizeof *x); atomic_init(x, 0); g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  g = 0;
  free(x);
  pthread_join(a, 0);
}
