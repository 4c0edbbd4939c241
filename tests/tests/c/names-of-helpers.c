// expect: safe
#include <assert.h>
#include <pthread.h>
int any_0, atomic, work_created;
void *work(void *unused) {
  __CPROVER_atomic_begin();
  while (nondet_bool()) atomic++;
  __CPROVER_atomic_end();
  return 0;
}
int main() {
  pthread_t thread;
  any_0 = nondet_int();
  work_created = any_0;
  while (nondet_bool()) pthread_create(&thread, 0, work, 0);
  assert(work_created == any_0);
}
