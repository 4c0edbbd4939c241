// seeds 0..100, races
#include <pthread.h>

static int hits;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *server(void *unused) {
  pthread_rwlock_rdlock(&table);
  hits = 1;
  pthread_rwlock_unlock(&table);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, server, NULL);
  pthread_create(&other, NULL, server, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
