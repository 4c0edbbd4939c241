// expect: unsafe
// Without a handler, this signal is ignored.
#include <assert.h>
#include <signal.h>

int main(void) {
  raise(SIGURG);
  assert(0);
}
