// expect: unsafe --property deadlock --timeout 5
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}
int main(void) {
  pthread_t threads[20];
  for (int i = 0; i < 20; i++) pthread_create(&threads[i], 0, work, 0);
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  for (int i = 0; i < 20; i++) pthread_join(threads[i], 0);
}
