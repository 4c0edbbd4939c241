// expect: unsafe
#include <stdlib.h>
_Noreturn void leave(int status) {
  if (status)
    exit(status);
}
int main(int argc, char **argv) { leave(argc > 3); }
