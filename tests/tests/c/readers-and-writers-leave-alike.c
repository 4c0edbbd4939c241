// expect: safe --int math
// The one that leaves tells by the counters whether it was a writer.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int reading, writing, waiting_writers, page;
static void leave(void) {
  pthread_mutex_lock(&door);
  if (writing > 0)
    writing--;
  else if (reading > 0)
    reading--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&door);
}
void *reader(void *unused) {
  pthread_mutex_lock(&door);
  while (waiting_writers > 0 || writing > 0)
    pthread_cond_wait(&changed, &door);
  reading++;
  pthread_mutex_unlock(&door);
  int before = page;
  assert(page == before);
  leave();
  return 0;
}
void *writer(void *unused) {
  pthread_mutex_lock(&door);
  waiting_writers++;
  while (reading > 0 || writing > 0)
    pthread_cond_wait(&changed, &door);
  waiting_writers--;
  writing++;
  pthread_mutex_unlock(&door);
  page = 1;
  page = 0;
  leave();
  return 0;
}
int main(void) {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
