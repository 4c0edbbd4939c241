// expect: safe
#include <assert.h>
#include <pthread.h>

unsigned any(void);
int number;

void *one(void *none) {
  number += 1;
  return 0;
}

void *two(void *none) {
  number += 2;
  return 0;
}

void *(*table[])(void *) = {one, two};

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, table[any() % 2], 0);
  pthread_join(thread, 0);
  assert(number == 1 || number == 2);
}
