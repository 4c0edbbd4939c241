// refused: 4: Not supported: a barrier that no `pthread_barrier_init` gives a number of threads.
#include <pthread.h>
pthread_barrier_t b;
int main() { pthread_barrier_wait(&b); }
