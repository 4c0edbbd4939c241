// expect: unsafe --property race
#include <pthread.h>
int data;
void *worker(void *unused) { data++; return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  data = 2;
  pthread_join(thread, 0);
}
