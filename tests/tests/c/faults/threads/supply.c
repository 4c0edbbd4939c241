// expect: unsafe
#include <assert.h>
#include <pthread.h>
int taken, used;
void *t(void *unused) {
  int mine = 0;
  __CPROVER_atomic_begin();
  if (taken < 20) { taken++; mine = taken; }
  __CPROVER_atomic_end();
  if (mine) used = 1;
  assert(used);
  return 0;
}
int main() { pthread_t id; while (1) pthread_create(&id, 0, t, 0); }
