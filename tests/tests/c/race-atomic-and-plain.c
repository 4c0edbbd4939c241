// expect: unsafe --property race
#include <pthread.h>
int count;
void *worker(void *unused) { __sync_fetch_and_add(&count, 1); return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return count;
}
