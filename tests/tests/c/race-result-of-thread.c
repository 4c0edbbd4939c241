// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
int *other;
void *t(void *arg) { int *p = malloc(sizeof *p); *p = 1; return p; }
void *u(void *arg) { int *p = arg; *p = 5; return 0; }
int main(void) {
  pthread_t a, b; void *p; pthread_create(&a, 0, t, 0); pthread_join(a, &p);
  pthread_create(&b, 0, u, p); int n = *(int *)p; pthread_join(b, 0); return n; }
