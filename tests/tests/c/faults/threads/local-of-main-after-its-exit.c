// expect: unsafe
#include <assert.h>
#include <pthread.h>
void *t(void *p) { int v = *(int *)p; assert(v == 1); return 0; }
int main(void) { int x = 1; pthread_t a; pthread_create(&a, 0, t, &x); pthread_exit(0); }
