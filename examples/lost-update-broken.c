// verdict: violated, needs 4 threads
//
// Each thread reads the balance and writes it back: an update in between is lost.
#include <assert.h>
#include <pthread.h>

int balance;

void deposit(void) {
  int before = balance;
  balance = before + 1;
  assert(balance > before);
}

void *customer(void *unused) {
  deposit();
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, customer, 0);
}
