// expect: unsafe
#include <pthread.h>
int one(void) { return 1; }
int two(void) { return 2; }
int (*f)(void) = one;
void *change(void *a) { f = two; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, change, 0); assert(f() == 1); }
