// fault: misuse 7
#include <pthread.h>
pthread_mutex_t mutex;
int main(void) {
  pthread_mutex_init(&mutex, 0);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
}
