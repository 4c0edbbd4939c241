// expect: unsafe --property deadlock
#include <pthread.h>
pthread_rwlock_t lock;
void *t(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main() { pthread_t a; pthread_create(&a, 0, t, 0); pthread_exit(0); }
