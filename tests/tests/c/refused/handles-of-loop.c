// refused: 7: Not supported: a comparison of threads, where any number of them is created.
#include <pthread.h>
pthread_t threads[2];
void *worker(void *unused) { return 0; }
int main() {
  for (int i = 0; nondet_int(); i++) pthread_create(&threads[i & 1], 0, worker, 0);
  assert(threads[0] == threads[1]);
}
