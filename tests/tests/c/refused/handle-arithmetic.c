// refused: 7: Not supported: arithmetic on handles of threads.
#include <pthread.h>
pthread_t thread;
void *worker(void *unused) { return 0; }
int main() {
  pthread_create(&thread, 0, worker, 0);
  if (thread > 3) return 1;
}
