// expect: safe
// C17 7.26.4.5: `mtx_trylock` may fail although the mutex is free: only with `--spurious-wakeups`.
#include <assert.h>
#include <threads.h>
int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain);
  int result = mtx_trylock(&lock);
  assert(result == thrd_success);
}
