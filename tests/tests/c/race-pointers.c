// expect: unsafe --property race
#include <pthread.h>
int one, two;
int *chosen = &one;
void *worker(void *unused) { *chosen = 1; return 0; }
int main() {
  pthread_t thread;
  chosen = __VERIFIER_nondet_bool() ? &one : &two;
  pthread_create(&thread, 0, worker, 0);
  two = 2;
}
