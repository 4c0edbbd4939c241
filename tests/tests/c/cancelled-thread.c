// expect: safe
#include <assert.h>
#include <pthread.h>
void *f(void *unused) { return 0; }
int main() {
  pthread_t t;
  void *r;
  if (pthread_create(&t, 0, f, 0)) return 0;
  pthread_cancel(t);
  pthread_join(t, &r);
  assert(r == 0 || r == PTHREAD_CANCELED);
}
