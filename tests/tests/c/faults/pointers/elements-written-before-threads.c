// expect: unsafe --timeout 10
// The last thread gets to the assertion.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t forks[2];
int fed;
void *dine(void *seat) {
  int *number = seat, mine = *number;
  pthread_mutex_lock(&forks[mine]);
  fed++;
  pthread_mutex_unlock(&forks[mine]);
  if (fed == 2) assert(0);
  return 0;
}
int main(void) {
  int seats[2], i;
  pthread_t guests[2];
  for (i = 0; i < 2; i++) pthread_mutex_init(&forks[i], 0);
  for (i = 0; i < 2; i++) {
    seats[i] = i;
    pthread_create(&guests[i], 0, dine, &seats[i]);
  }
  for (i = 0; i < 2; i++) pthread_join(guests[i], 0);
}
