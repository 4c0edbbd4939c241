// fault: overflow 5
#include <limits.h>
int main(void) {
  int most = INT_MAX;
  most = most + 1;
  return 0;
}
