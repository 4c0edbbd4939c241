// refused: 7: Not supported: a barrier that is not known here.
#include <pthread.h>
pthread_barrier_t a, b;
pthread_barrier_t *chosen;
int main() {
  chosen = __VERIFIER_nondet_bool() ? &a : &b;
  pthread_barrier_wait(chosen);
}
