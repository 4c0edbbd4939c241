// expect: unsafe --property race
#include <pthread.h>
int count;
void *worker(void *unused) { count++; return 0; }
int main() {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, worker, 0);
}
