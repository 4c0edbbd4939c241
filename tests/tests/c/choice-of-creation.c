// expect: safe --property race
// Inputs say which threads are created and joined; only whether they are 0 matters.
#include <pthread.h>

int input(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

void *adder(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main() {
  int first_input = input(), second_input;
  pthread_t first, second;
  if (first_input > 7)
    pthread_create(&first, 0, adder, 0);
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  second_input = input();
  if (second_input)
    pthread_create(&second, 0, adder, 0);
  if (first_input > 7)
    pthread_join(first, 0);
  if (second_input)
    pthread_join(second, 0);
  total++;
}
