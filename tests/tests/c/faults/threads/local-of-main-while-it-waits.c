// expect: safe
#include <assert.h>
#include <pthread.h>
void *worker(void *p) {
  int v = *(int *)p;
  assert(v == 1);
  pthread_exit(0);
}
int main(void) {
  int x = 1;
  pthread_t thread;
  pthread_create(&thread, 0, worker, &x);
  pthread_join(thread, 0);
  pthread_exit(0);
}
