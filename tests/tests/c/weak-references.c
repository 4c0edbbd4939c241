// expect: safe --int math
#include <pthread.h>
#include <stdatomic.h>
atomic_int references = 1;
int freed;
void *user(void *arg) {
  int seen = atomic_load(&references);
  while (seen > 0) {
    if (atomic_compare_exchange_weak(&references, &seen, seen + 1)) {
      assert(!freed);
      if (atomic_fetch_sub(&references, 1) == 1) freed = 1;
      return 0;
    }
  }
  return 0;
}
int main() {
  pthread_t id;
  while (__VERIFIER_nondet_int()) pthread_create(&id, 0, user, 0);
  if (atomic_fetch_sub(&references, 1) == 1) freed = 1;
}
