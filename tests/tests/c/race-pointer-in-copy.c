// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
struct box { int *p; } shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *arg) { pthread_mutex_lock(&m); struct box b = shared; pthread_mutex_unlock(&m); if (b.p) *b.p = 1; return 0; }
int main(void) {
  pthread_t a; int x = 0; struct box own; own.p = &x;
  pthread_create(&a, 0, t, 0);
  pthread_mutex_lock(&m); shared = own; pthread_mutex_unlock(&m);
  x = 2;
  pthread_join(a, 0);
  return 0; }
