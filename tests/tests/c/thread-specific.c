// expect: safe
#include <assert.h>
#include <threads.h>
int x;
tss_t key;
int main() {
  if (tss_create(&key, 0) != thrd_success) return 0;
  assert(tss_get(key) == 0);
  if (tss_set(key, &x) == thrd_success) assert(tss_get(key) == &x);
}
