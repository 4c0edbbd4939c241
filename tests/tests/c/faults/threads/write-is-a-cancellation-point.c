// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
int x; void *t(void *p) { write(1, "a", 1); x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_cancel(a); pthread_join(a, 0); assert(x == 1); return 0; }
