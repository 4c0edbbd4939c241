// expect: safe
// Without a handler, no signal lets `pause` return.
#include <assert.h>
#include <unistd.h>

int main(void) {
  pause();
  assert(0);
}
