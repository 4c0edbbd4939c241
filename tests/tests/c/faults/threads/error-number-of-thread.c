// expect: safe
#include <assert.h>
#include <pthread.h>
#include <errno.h>
void *t(void *p) { errno = 5; return 0; } int main(void) { pthread_t a; errno = 0; pthread_create(&a, 0, t, 0); pthread_join(a, 0); assert(errno == 0); return 0; }
