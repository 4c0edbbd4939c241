// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
struct o { int own; int other; } *g;
void *t(void *p) { struct o *x = g; if (x) { x->own = 1; x->own++; } return 0; }
int main(void) {
  struct o *x = calloc(1, sizeof *x); g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  x->other = 2;
  g = 0;
  free(x);
  pthread_join(a, 0);
}
