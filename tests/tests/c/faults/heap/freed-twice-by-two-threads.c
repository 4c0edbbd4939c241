// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
int *g;
void *t(void *p) { int *x = g; if (x) { g = 0; free(x); } return 0; }
int main(void) {
  g = malloc(sizeof *g);
  pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);  pthread_join(b, 0);
}
