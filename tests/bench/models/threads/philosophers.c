// proved: Each thread eats with the forks on both sides, of which all take the one with the lower number first.
#include <assert.h>
#include <pthread.h>
#include "each.h"

pthread_mutex_t forks[N];
int eating[N];

#define PHILOSOPHER(I) \
  void *run##I(void *argument) { \
    pthread_mutex_lock(&forks[I + 1 < N ? I : 0]); \
    pthread_mutex_lock(&forks[I + 1 < N ? I + 1 : I]); \
    eating[I] = 1; \
    assert(!eating[(I + 1) % N] && !eating[(I + N - 1) % N]); \
    eating[I] = 0; \
    pthread_mutex_unlock(&forks[I + 1 < N ? I + 1 : I]); \
    pthread_mutex_unlock(&forks[I + 1 < N ? I : 0]); \
    return 0; \
  }
EACH(PHILOSOPHER)

#define INITIALIZE(I) pthread_mutex_init(&forks[I], 0);
#define SEAT(I) pthread_create(&t##I, 0, run##I, 0);

int main(void) {
  EACH(DECLARE)
  EACH(INITIALIZE)
  EACH(SEAT)
  EACH(JOIN)
  return 0;
}
