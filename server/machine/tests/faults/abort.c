// fault: abort 5
#include <stdlib.h>
int main(void) {
  if (atoi("12") == 12)
    abort();
}
