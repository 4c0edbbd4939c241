// refused: 6: Not supported: a barrier for different numbers of threads.
#include <pthread.h>
pthread_barrier_t b;
int main() {
  pthread_barrier_init(&b, 0, 2);
  pthread_barrier_init(&b, 0, 3);
}
