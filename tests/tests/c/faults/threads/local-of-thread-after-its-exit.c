// expect: unsafe
#include <assert.h>
#include <pthread.h>
int *g; void *t(void *p) { int x = 1; g = &x; pthread_exit(&x); }
int main(void) { pthread_t a; void *r; pthread_create(&a, 0, t, 0); pthread_join(a, &r); int v = *(int *)r; assert(v == 1); return 0; }
