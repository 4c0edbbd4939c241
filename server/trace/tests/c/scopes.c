// seeds 0..10
#include <assert.h>
#include <pthread.h>

int sum;

static void look(int *at) {
  sum += *at;
}

static void *add(void *argument) {
  int i = 7;
  for (int i = 0; i < 2; i++)
    sum += i;
  for (int i = 5; i < 6; i++) {
    int twice = 2 * i;
    sum += twice;
  }
  for (int seen = 0; seen < 1; seen++)
    look(&seen);
  for (int seen = 3; seen < 4; seen++)
    ;
  assert(i == 8);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_join(thread, NULL);
}
