// refused: 5: Not supported: deadlocks with `pthread_join`, where threads are created in loops of more than 24 or unknown rounds.
// options: --property deadlock
#include <pthread.h>
void *f(void *p) { return 0; }
int main() { pthread_t t; for (;;) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); } }
