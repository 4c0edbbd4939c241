// expect: unknown --property race
// A function that this text does not have may do anything.
#include <pthread.h>

typedef void (*action)(void);

int total;

action find_action(void);

void *adder(void *unused) {
  total++;
  return 0;
}

int main() {
  pthread_t thread;
  action act = find_action();
  if (act)
    act();
  pthread_create(&thread, 0, adder, 0);
  pthread_join(thread, 0);
  total++;
}
