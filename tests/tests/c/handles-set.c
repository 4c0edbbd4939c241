// expect: safe
#include <assert.h>
#include <pthread.h>
pthread_t thread;
void *work(void *unused) { return 0; }
int main() {
  assert(thread == 0);
  while (nondet_bool()) pthread_create(&thread, 0, work, 0);
  if (thread != 0) pthread_join(thread, 0);
}
