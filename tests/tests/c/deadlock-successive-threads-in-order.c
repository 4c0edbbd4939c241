// expect: safe --property deadlock
// In each round, two threads take two locks in the same order.
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

void *first_worker(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

void *second_worker(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

int main() {
  for (int round = 0; round < 1000; round++) {
    pthread_t first, second;
    pthread_create(&first, 0, first_worker, 0);
    pthread_create(&second, 0, second_worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
  }
}
