// expect: unsafe --property race
#include <pthread.h>
int x, order = 4;
void *work(void *p) { __atomic_store_n(&x, 1, ++order); return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  return order;
}
