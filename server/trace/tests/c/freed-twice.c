// seeds 0..50
#include <pthread.h>
#include <stdlib.h>

int *value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *cleaner(void *argument) {
  pthread_mutex_lock(&lock);
  int *mine = value;
  pthread_mutex_unlock(&lock);
  free(mine);
  return argument;
}

int main(void) {
  pthread_t a, b;
  value = malloc(sizeof *value);
  pthread_create(&a, NULL, cleaner, NULL);
  pthread_create(&b, NULL, cleaner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
