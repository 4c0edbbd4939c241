// refused: 6: Not supported: deadlocks with `pthread_join`, where threads are created in loops of more than 24 or unknown rounds.
// options: --property deadlock
#include <pthread.h>
int nondet(void);
void *f(void *p) { return 0; }
int main() { pthread_t t; for (;;) { pthread_create(&t, 0, f, 0); if (nondet()) pthread_join(t, 0); } }
