// expect: safe --timeout 20
#include <assert.h>
#include <pthread.h>
#define N 100
struct account { pthread_mutex_t lock; int balance; } account = { PTHREAD_MUTEX_INITIALIZER, 10 };
void *deposit(void *arg) {
  pthread_mutex_lock(&account.lock);
  account.balance += 5;
  pthread_mutex_unlock(&account.lock);
  return NULL;
}
int main(void) {
  pthread_t threads[N];
  int i;
  for (i = 0; i < N; ++i) pthread_create(&threads[i], NULL, deposit, NULL);
  for (i = 0; i < N; ++i) pthread_join(threads[i], NULL);
  assert(account.balance == 10 + 5 * N);
  return 0;
}
