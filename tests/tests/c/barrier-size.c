// expect: safe
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
pthread_barrier_t b;
int main() {
  int n = nondet_int();
  if (n < 1 || n > 2) return 0;
  pthread_barrier_init(&b, 0, n);
  pthread_barrier_wait(&b);
  assert(n == 1);
}
