// refused: 10: Not supported: the result of a thread.
#include <pthread.h>

void *worker(void *unused) { return 0; }

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
}
