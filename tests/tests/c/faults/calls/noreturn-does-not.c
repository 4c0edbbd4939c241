// expect: safe
#include <assert.h>
#include <stdlib.h>
_Noreturn void leave(int status) {
  if (status)
    exit(status);
  for (;;)
    abort();
}
int main(int argc, char **argv) {
  leave(argc > 3);
  assert(0);
}
