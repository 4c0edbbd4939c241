// expect: unsafe --property race --atomic statement
// known gap: refused
#include <pthread.h>
int x, y;
void *f(void *unused) { x = __VERIFIER_nondet_bool() ? y : 0; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; }
