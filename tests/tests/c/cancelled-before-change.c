// expect: unsafe
#include <assert.h>
#include <pthread.h>
int done;
void *f(void *unused) { pthread_testcancel(); done = 1; return 0; }
int main() {
  pthread_t t;
  if (pthread_create(&t, 0, f, 0)) return 0;
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(done == 1);
}
