// expect: unsafe --property deadlock
#include <pthread.h>
pthread_rwlock_t a, b;
pthread_rwlock_t *chosen;
int main() {
  pthread_rwlock_rdlock(&a);
  chosen = __VERIFIER_nondet_bool() ? &a : &b;
  pthread_rwlock_wrlock(chosen);
  pthread_rwlock_unlock(chosen);
}
