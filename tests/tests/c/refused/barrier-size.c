// refused: 4: Not supported: a barrier for a number of threads that is not constant.
#include <pthread.h>
pthread_barrier_t b;
int main() { pthread_barrier_init(&b, 0, __VERIFIER_nondet_int()); }
