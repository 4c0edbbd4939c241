// expect: unsafe
#include <pthread.h>
pthread_barrier_t b;
int first;
void *f(void *arg) { first = 1; assert(pthread_barrier_wait(&b) == 0); return 0; }
void *g(void *arg) { __VERIFIER_assume(first); pthread_barrier_wait(&b); return 0; }
int main() {
  pthread_t one, two;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&one, 0, f, 0);
  pthread_create(&two, 0, g, 0);
}
