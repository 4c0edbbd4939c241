// expect: safe
#include <assert.h>
#include <pthread.h>
pthread_t thread;
void *worker(void *unused) { return 0; }
int main() {
  pthread_create(&thread, 0, worker, 0);
  long number = (long)thread;
  assert((pthread_t)number == thread);
}
