// expect: safe
#include <assert.h>
#include <pthread.h>
pthread_t threads[2];
void *work(void *unused) { return 0; }
int main() {
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  assert(threads[0] != threads[1]);
  assert((unsigned long)threads[0] != (unsigned long)threads[1]);
  pthread_t first = threads[0];
  assert(first == threads[0] && first && threads[1] != 0);
}
