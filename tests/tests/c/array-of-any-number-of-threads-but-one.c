// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
extern int nondet(void);
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg) {
  pthread_mutex_lock(&m);
  data = nondet();
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  int n = nondet();
  if (n < 0)
    return 0;
  pthread_t *threads = malloc(n * sizeof(pthread_t));
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], 0, thread, 0);
  for (int i = 1; i < n; i++)
    pthread_join(threads[i], 0);
  free(threads);
  return data;
}
