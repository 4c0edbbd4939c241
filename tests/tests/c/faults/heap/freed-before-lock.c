// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
struct o { pthread_mutex_t m; int v; } *g;
void *t(void *p) { struct o *x = g; if (x) { pthread_mutex_lock(&x->m); x->v++; pthread_mutex_unlock(&x->m); } return 0; }
int main(void) {
  struct o *x = malloc(sizeof *x); pthread_mutex_init(&x->m, 0); x->v = 0; g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  g = 0;
  free(x);
  pthread_join(a, 0);
}
