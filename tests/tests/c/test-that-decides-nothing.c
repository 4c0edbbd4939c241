// expect: safe
#include <assert.h>
#include <pthread.h>
int count, log, other, lock;
void *t(void *unused) {
  while (1) {
    count++;
    if (count > 100) log = count;
    if (count > 5 && log) other = 3;
    __CPROVER_atomic_begin();
    __CPROVER_assume(!lock);
    lock = 1;
    __CPROVER_atomic_end();
    assert(lock);
    lock = 0;
  }
}
int main() { pthread_t id; while (1) pthread_create(&id, 0, t, 0); }
