// expect: unsafe --property race
#include <pthread.h>
int elements[2];
void *worker(void *unused) { elements[__VERIFIER_nondet_bool()] = 1; return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  elements[1] = 2;
}
