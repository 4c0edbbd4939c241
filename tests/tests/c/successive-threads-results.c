// expect: safe
// Each thread begins with its own argument, and with nothing of the thread of the round before.
#include <assert.h>
#include <pthread.h>

int input(void);

void *twice(void *argument) {
  static _Thread_local int calls;
  calls++;
  assert(calls == 1);
  int *number = argument;
  *number = *number * 2;
  return argument;
}

int main() {
  while (input()) {
    int number = 21;
    void *result;
    pthread_t thread;
    pthread_create(&thread, 0, twice, &number);
    pthread_join(thread, &result);
    assert(result == &number);
    assert(number == 42);
  }
}
