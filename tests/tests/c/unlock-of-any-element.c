// expect: unsafe
// Nothing keeps the index inside of the array.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int nondet_int(void);
pthread_mutexattr_t kind;
pthread_mutex_t gate[4];
int data;
void *work(void *unused) {
  pthread_mutex_lock(&gate[1]);
  data++;
  data--;
  pthread_mutex_unlock(&gate[1]);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&gate[i], &kind);
  int other = nondet_int();
  pthread_create(&id, 0, work, 0);
  pthread_mutex_lock(&gate[1]);
  assert(pthread_mutex_unlock(&gate[other]) == EPERM);
  assert(data == 0);
  pthread_mutex_unlock(&gate[1]);
  return 0;
}
