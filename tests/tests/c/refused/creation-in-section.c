// refused: 6: Not supported: creation of a thread in an atomic section.
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *p) { x = 1; return 0; }
int main() { pthread_t t; __VERIFIER_atomic_begin(); pthread_create(&t, 0, f, 0); assert(x == 0); __VERIFIER_atomic_end(); }
