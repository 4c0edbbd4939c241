// violated: Each thread takes the fork on its left, and then the one on its right: all of them can have one fork and wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "each.h"

atomic_int forks[N];
atomic_int waiting = 0;

#define PHILOSOPHER(I) \
  void *run##I(void *argument) { \
    int free = 0; \
    while (!atomic_compare_exchange_strong(&forks[I], &free, 1)) \
      free = 0; \
    atomic_fetch_add(&waiting, 1); \
    free = 0; \
    while (!atomic_compare_exchange_strong(&forks[(I + 1) % N], &free, 1)) { \
      assert(waiting < N); \
      free = 0; \
    } \
    atomic_fetch_sub(&waiting, 1); \
    atomic_store(&forks[(I + 1) % N], 0); \
    atomic_store(&forks[I], 0); \
    return 0; \
  }
EACH(PHILOSOPHER)

#define SEAT(I) pthread_create(&t##I, 0, run##I, 0);

int main(void) {
  EACH(DECLARE)
  EACH(SEAT)
  EACH(JOIN)
  return 0;
}
