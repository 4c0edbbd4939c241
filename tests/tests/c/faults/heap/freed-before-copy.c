// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
char *g;
void *t(void *p) { char *x = g; if (x) { char b[4]; memcpy(b, x, 4); return (void *)(long)b[0]; } return 0; }
int main(void) {
  char *x = calloc(4, 1); g = x;
  pthread_t a; pthread_create(&a, 0, t, 0);
  g = 0;
  free(x);
  pthread_join(a, 0);
}
