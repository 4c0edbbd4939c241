// expect: unsafe --property race --atomic statement
#include <pthread.h>
int ready, data;
void *worker(void *unused) { data = 1; ready = 1; return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return ready && data;
}
