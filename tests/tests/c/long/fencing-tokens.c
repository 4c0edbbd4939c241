// expect: safe --int math
// The holder of the lease has the largest number; a thread that has lost the lease does not overwrite what a later one has written.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int generation, written;
void *holder(void *unused) {
  pthread_mutex_lock(&m);
  int mine = ++generation;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (mine == generation) {
    assert(written <= mine);
    written = mine;
  } else
    assert(mine < generation);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  while (1)
    pthread_create(&id, 0, holder, 0);
}
