// expect: safe --timeout 20
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c = 0;
extern int __VERIFIER_nondet_int(void);
void *work(void *arg) { pthread_mutex_lock(&m); c++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 64) return 0;
  pthread_t t[64];
  for (i = 0; i < n; i++) pthread_create(&t[i], 0, work, 0);
  for (i = 0; i < n; i++) pthread_join(t[i], 0);
  assert(c == n);
  return 0;
}
