// expect: unsafe --property deadlock
// In each round, two threads take two locks in different orders.
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

void *leftmost(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

void *rightmost(void *unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return 0;
}

int main() {
  for (int round = 0; round < 1000; round++) {
    pthread_t first, second;
    pthread_create(&first, 0, leftmost, 0);
    pthread_create(&second, 0, rightmost, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
  }
}
