// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
struct o { int v; } *g; int stop;
void *t(void *p) { struct o *x = g; if (!stop) { int v = x->v; return (void *)(long)v; } return 0; }
int main(void) {
  struct o *x = malloc(sizeof *x); x->v = 1; g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  stop = 1;
  free(x);
  pthread_join(a, 0);
}
