// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
int *g;
void *t(void *p) { int *x = g; if (x) *x = 2; return 0; }
int main(void) {
  int *x = malloc(sizeof *x); *x = 1; g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  g = 0;
  free(x);
  pthread_join(a, 0);
}
