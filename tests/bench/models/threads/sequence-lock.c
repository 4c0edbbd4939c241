// proved: One writer, and a reader in each other thread, which uses what it read if the number is the same before and after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "each.h"

atomic_int number = 0, first = 0, second = 0;

void *write(void *argument) {
  atomic_store(&number, 1);
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  atomic_store(&number, 2);
  return 0;
}

void *run(void *argument) {
  int before = atomic_load(&number);
  if (before % 2 == 1)
    return 0;
  int one = atomic_load(&first);
  int other = atomic_load(&second);
  if (atomic_load(&number) == before)
    assert(one == other);
  return 0;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write, 0);
  EACH(DECLARE)
  EACH(CREATE)
  pthread_join(writer, 0);
  EACH(JOIN)
  return 0;
}
