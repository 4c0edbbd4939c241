// expect: unsafe --timeout 10
#include <assert.h>
#include <pthread.h>
int starts;
void start(void) { __sync_add_and_fetch(&starts, 1); }
void *each(void *unused) {
  pthread_once_t own = PTHREAD_ONCE_INIT;
  pthread_once(&own, start);
  assert(starts < 2);
  return 0;
}
int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, each, 0);
}
