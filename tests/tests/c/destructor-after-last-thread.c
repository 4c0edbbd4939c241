// expect: unsafe
// Also after `pthread_exit`, destructors are called.
#include <assert.h>
#include <pthread.h>

__attribute__((destructor)) void check(void) { assert(0); }

int main(void) { pthread_exit(0); }
