// refused: 3: Not supported: a thread created where its creator has a number as an argument.
#include <pthread.h>
void *f(void *p) { int k; __CPROVER_ASYNC_1: k = (int) (long) p; return 0; }
int main(int n) { pthread_t t; pthread_create(&t, 0, f, (void *) (long) n); }
