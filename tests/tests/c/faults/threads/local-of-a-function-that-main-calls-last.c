// expect: unsafe
#include <pthread.h>
void *t(void *p) { int *q = p; *q = 1; return 0; }
void go(void) { int x = 0; pthread_t a; pthread_create(&a, 0, t, &x); }
int main(void) { go(); return 0; }
