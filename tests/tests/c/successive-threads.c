// expect: safe --property race
// Each round waits for the threads that it has created.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

void *adder(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main() {
  for (int round = 0; round < 1000; round++) {
    pthread_t first, second;
    pthread_create(&first, 0, adder, 0);
    pthread_create(&second, 0, adder, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    total = 0;
  }
}
