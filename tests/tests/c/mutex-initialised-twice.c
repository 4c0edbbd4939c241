// expect: unsafe
#include <pthread.h>
int main() {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  pthread_mutex_init(&m, 0);
}
