// expect: safe --property race
#include <pthread.h>
int data;
void *worker(void *unused) { data++; return 0; }
int main() {
  pthread_t thread;
  data = 1;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  data = 2;
}
