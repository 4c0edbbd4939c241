// expect: safe
#include <pthread.h>
pthread_barrier_t b;
int left, right;
void *f(void *arg) { left = 1; pthread_barrier_wait(&b); assert(right == 1); return 0; }
void *g(void *arg) { right = 1; pthread_barrier_wait(&b); assert(left == 1); return 0; }
int main() {
  pthread_t one, two;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&one, 0, f, 0);
  pthread_create(&two, 0, g, 0);
}
