// expect: unknown --engine modular --timeout 2
// assumed in line 14: each of any number of threads is joined or detached at most once
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c = 0;
void *work(void *arg) { pthread_mutex_lock(&m); c++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  pthread_t t;
  for (int i = 0; i < n; i++) pthread_create(&t, 0, work, 0);
  for (int i = 0; i < n; i++) pthread_join(t, 0);
  assert(c == n);
  return 0;
}
