// expect: safe
#include <assert.h>
extern void panic(const char *why) __attribute__((noreturn));
int main(void) {
  int ready = 0;
  if (!ready) panic("not ready");
  assert(ready);
}
