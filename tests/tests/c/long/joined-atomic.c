// expect: safe --timeout 20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { N = 100 };
atomic_int c;
void *work(void *arg) { atomic_fetch_add(&c, 2); return 0; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(atomic_load(&c) == 2 * N);
  return 0;
}
