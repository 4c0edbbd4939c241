// expect: safe
#include <assert.h>
#include <pthread.h>
#define N 2
enum { THINKING, HUNGRY, EATING } state[N];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t may_eat[N];
void test(int i) {
  if (state[i] == HUNGRY && state[1 - i] != EATING) {
    state[i] = EATING;
    pthread_cond_signal(&may_eat[i]);
  }
}
void *philosopher(void *argument) {
  int i = *(int *)argument;
  pthread_mutex_lock(&mutex);
  state[i] = HUNGRY;
  test(i);
  while (state[i] != EATING) pthread_cond_wait(&may_eat[i], &mutex);
  assert(state[1 - i] != EATING);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  state[i] = THINKING;
  test(1 - i);
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t threads[N];
  static int numbers[] = {0, 1};
  pthread_create(&threads[0], 0, philosopher, &numbers[0]);
  pthread_create(&threads[1], 0, philosopher, &numbers[1]);
}
