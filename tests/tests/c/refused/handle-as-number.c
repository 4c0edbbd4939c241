// refused: 7: Not supported: a handle of a thread as something else.
#include <pthread.h>
pthread_t thread;
void *worker(void *unused) { return 0; }
int main() {
  pthread_create(&thread, 0, worker, 0);
  long number = (long)thread;
}
