// expect: unsafe
#include <pthread.h>
#include <stdlib.h>
int main() {
  pthread_mutex_t *m = malloc(sizeof *m);
  if (m) pthread_mutex_lock(m);
}
