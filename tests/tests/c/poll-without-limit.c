// expect: safe
// Without a limit, something is ready if the call succeeds.
#include <assert.h>
#include <poll.h>

int main(void) {
  struct pollfd file = {0, POLLIN, 0};
  int ready = poll(&file, 1, -1);
  assert(ready != 0);
  assert(ready != 1 || file.revents != 0);
}
