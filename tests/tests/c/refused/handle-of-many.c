// refused: 4: Not supported: the handle of one of any number of threads.
#include <pthread.h>
pthread_t last;
void *worker(void *unused) { last = pthread_self(); return 0; }
int main() {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, worker, 0);
}
