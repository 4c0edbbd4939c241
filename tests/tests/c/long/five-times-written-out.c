// expect: safe --int math
// After n threads have added five times each, the sum is five times their number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int c;
int __VERIFIER_nondet_int();
void *adds(void *unused) {
  c++;
  c++;
  c++;
  c++;
  c++;
  return 0;
}
int main() {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  pthread_t *ids = malloc(n * sizeof *ids);
  if (!ids)
    return 0;
  for (int i = 0; i < n; i++)
    pthread_create(&ids[i], 0, adds, 0);
  for (int i = 0; i < n; i++)
    pthread_join(ids[i], 0);
  assert(c == 5 * n);
}
