// expect: safe
#include <assert.h>
struct flags { unsigned a : 3, b : 3; } flags = { 1, 2 };
int main(void) {
  int r = flags.a + flags.b++;
  assert(r == 3);
}
