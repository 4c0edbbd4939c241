// expect: safe
#include <assert.h>
_Noreturn void stop(int);
void __attribute__((noreturn)) die(void);
void (*pointer)(int) = stop;
int main(int count, char **arguments) {
  if (count == 1) {
    die();
    assert(0);
  }
  pointer(1);
  assert(0);
}
