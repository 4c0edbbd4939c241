// expect: unsafe --timeout 20
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int c = 0;
void *work(void *arg) { c++; return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  pthread_t t[100];
  for (int i = 0; i < n; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < n; i++) pthread_join(t[i], 0);
  assert(c == n);
  return 0;
}
