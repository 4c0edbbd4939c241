// expect: safe --property deadlock
#include <pthread.h>
#include <stdlib.h>
extern int nondet(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *thread(void *arg) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  int count = nondet();
  if (count < 0)
    return 0;
  pthread_t *threads = malloc(count * sizeof *threads);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
}
