// expect: unsafe --property deadlock
#include <pthread.h>
pthread_mutex_t one, two;
pthread_mutex_t *chosen;
void *worker(void *unused) { pthread_mutex_lock(chosen); return 0; }
int main() {
  pthread_t thread;
  chosen = __VERIFIER_nondet_bool() ? &one : &two;
  while (__VERIFIER_nondet_bool()) pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
