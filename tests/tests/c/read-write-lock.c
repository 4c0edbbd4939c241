// expect: safe
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, copy;
void *reader(void *arg) { pthread_rwlock_rdlock(&lock); assert(value == copy); pthread_rwlock_unlock(&lock); return 0; }
void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  value = !value;
  copy = value;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
