// seeds 0..100, races
#include <pthread.h>
#include <stdio.h>

static int hits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *unused) {
  pthread_mutex_lock(&mutex);
  hits++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *logger(void *unused) {
  printf("%d hits\n", hits);
  return NULL;
}

int main(void) {
  pthread_t s, l;
  pthread_create(&s, NULL, server, NULL);
  pthread_create(&l, NULL, logger, NULL);
  pthread_join(s, NULL);
  pthread_join(l, NULL);
  return 0;
}
