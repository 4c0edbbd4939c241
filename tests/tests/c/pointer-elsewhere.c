// expect: unknown --property race
// Both threads may get the same account, which this text does not have.
#include <pthread.h>

struct account {
  int balance;
};

struct account *find_account(int number);

void *payer(void *unused) {
  find_account(1)->balance--;
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, payer, 0);
  find_account(2)->balance++;
  pthread_join(thread, 0);
}
