#include "check.h"
void other(void) {
  check(3);
}
