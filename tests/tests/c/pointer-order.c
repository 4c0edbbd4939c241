// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
struct account { int balance; pthread_mutex_t lock; } accounts[2] = {{100, PTHREAD_MUTEX_INITIALIZER}, {50}};
void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from < to ? from : to, *second = (uintptr_t)from < (uintptr_t)to ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}
void *back(void *unused) { transfer(&accounts[1], &accounts[0], 10); return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, back, 0);
  transfer(&accounts[0], &accounts[1], 20);
  pthread_join(thread, 0);
  assert(accounts[0].balance == 90 && accounts[1].balance == 60);
}
