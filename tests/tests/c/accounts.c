// expect: safe --int math
// Two accounts between which any number of threads transfer amounts: the sum stays.
#include <assert.h>
#include <pthread.h>
int one = 100, other = 100;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int();
void *transfer(void *unused) {
  int amount = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  if (amount > 0 && amount <= one) {
    one -= amount;
    other += amount;
  }
  pthread_mutex_unlock(&m);
  return 0;
}
void *audit(void *unused) {
  pthread_mutex_lock(&m);
  assert(one + other == 200);
  assert(one >= 0);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, transfer, 0);
    pthread_create(&id, 0, audit, 0);
  }
}
