// expect: unsafe --property deadlock
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main() {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
