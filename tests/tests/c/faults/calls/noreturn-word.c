// expect: safe
#include <assert.h>
#include <stdnoreturn.h>
noreturn void give_up(int code);
int main(void) {
  int ready = 0;
  if (!ready) give_up(2);
  assert(ready);
}
