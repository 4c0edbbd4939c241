// expect: safe --property race
#include <pthread.h>
int data = 3, unused_sum;
void *worker(void *unused) { return data > 2 ? 0 : &data; }
int main() {
  pthread_t thread;
  while (data) pthread_create(&thread, 0, worker, 0);
}
