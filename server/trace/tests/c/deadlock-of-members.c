// seeds 0..50
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

struct account accounts[2] = { { PTHREAD_MUTEX_INITIALIZER, 10 }, { PTHREAD_MUTEX_INITIALIZER, 20 } };

static void move(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= 1;
  to->balance += 1;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *forth(void *argument) {
  move(&accounts[0], &accounts[1]);
  return argument;
}

static void *back(void *argument) {
  move(&accounts[1], &accounts[0]);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forth, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
