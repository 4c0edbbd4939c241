// seeds 0..10
#include <assert.h>
#include <pthread.h>

int sum;

static void *add(void *argument) {
  int i = 7;
  for (int i = 0; i < 2; i++)
    sum += i;
  for (int i = 5; i < 6; i++) {
    int twice = 2 * i;
    sum += twice;
  }
  assert(i == 8);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_join(thread, NULL);
}
