// expect: safe --property race
#include <pthread.h>
int one, two;
int *chosen = &two;
void *worker(void *unused) { *chosen = 1; return 0; }
int main() {
  pthread_t thread;
  chosen = &one;
  pthread_create(&thread, 0, worker, 0);
  two = 2;
}
