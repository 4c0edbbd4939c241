// expect: safe --int math
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, writing;
void *reader(void *arg) {
  pthread_mutex_lock(&m);
  __VERIFIER_assume(!writing);
  readers++;
  pthread_mutex_unlock(&m);
  assert(!writing);
  pthread_mutex_lock(&m);
  readers--;
  pthread_mutex_unlock(&m);
  return 0;
}
void *writer(void *arg) {
  pthread_mutex_lock(&m);
  __VERIFIER_assume(readers == 0 && !writing);
  writing = 1;
  pthread_mutex_unlock(&m);
  writing = 0;
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
