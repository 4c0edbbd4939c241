// expect: unsafe
#include <pthread.h>
_Thread_local int tl = 5; int *ptr;
void *t(void *p) { ptr = &tl; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_join(a, 0); return *ptr; }
