// expect: unsafe
#include <pthread.h>
pthread_barrier_t b;
int main() {
  pthread_barrier_init(&b, 0, 2);
  pthread_barrier_init(&b, 0, 3);
}
