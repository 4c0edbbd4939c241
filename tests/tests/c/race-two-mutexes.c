// expect: unsafe --property race
#include <pthread.h>
int count;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
void *adds(void *unused) {
  pthread_mutex_lock(&first);
  count++;
  pthread_mutex_unlock(&first);
  return 0;
}
void *takes(void *unused) {
  pthread_mutex_lock(&second);
  count--;
  pthread_mutex_unlock(&second);
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, adds, 0);
  pthread_create(&thread, 0, takes, 0);
}
