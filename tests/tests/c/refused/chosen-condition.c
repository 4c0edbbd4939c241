// refused: 7: Not supported: a condition variable that is not known here.
#include <pthread.h>
pthread_cond_t a, b;
pthread_cond_t *chosen;
int main() {
  chosen = __VERIFIER_nondet_bool() ? &a : &b;
  pthread_cond_signal(chosen);
}
