// expect: safe --property deadlock
#include <pthread.h>
#include <stdlib.h>
int main(int count, char **words) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  if (count == 3) exit(1);
  if (count == 4) abort();
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  exit(0);
}
