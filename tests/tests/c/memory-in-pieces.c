// expect: safe --int math
// Each thread reserves a piece of any size, and gives it back: after all have ended, nothing is reserved.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int reserved;
int __VERIFIER_nondet_int();
void *uses(void *unused) {
  int size = __VERIFIER_nondet_int();
  if (size < 0 || size > 4096)
    return 0;
  pthread_mutex_lock(&m);
  reserved += size;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  reserved -= size;
  pthread_mutex_unlock(&m);
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
    pthread_create(&ids[i], 0, uses, 0);
  for (int i = 0; i < n; i++)
    pthread_join(ids[i], 0);
  assert(reserved == 0);
}
