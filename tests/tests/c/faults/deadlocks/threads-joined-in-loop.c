// expect: unsafe --property deadlock
#include <pthread.h>
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
void *crab(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}
int main(void) {
  pthread_t crabs[24];
  for (int i = 0; i < 24; i++) pthread_create(&crabs[i], 0, crab, 0);
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  for (int i = 0; i < 24; i++) pthread_join(crabs[i], 0);
}
