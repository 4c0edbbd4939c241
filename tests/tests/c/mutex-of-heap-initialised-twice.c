// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
int main() {
  pthread_mutex_t *m = malloc(sizeof *m);
  if (!m) return 0;
  pthread_mutex_init(m, 0);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_mutex_init(m, 0);
}
