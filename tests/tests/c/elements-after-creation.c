// expect: unsafe
#include <assert.h>
#include <pthread.h>
int x[2];
void *t(void *a) { int *p = a; *p = 7; return 0; }
int main(void) { pthread_t id; x[0] = 3; pthread_create(&id, 0, t, &x[0]); assert(x[0] == 3); return 0; }
