// expect: safe
#include <threads.h>
thrd_t a;
int t(void *p) { assert(thrd_equal(a, thrd_current())); return 0; }
int main(void) {
  thrd_create(&a, t, 0);
  thrd_join(a, 0);
}
