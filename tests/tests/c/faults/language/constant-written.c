// expect: unsafe
// What is declared `const` must not be written, whatever the type of the pointer (C11 6.7.3p6).
#include <string.h>
const struct pair { int a, b; } constant = {1, 2};
int main() {
  int copy = constant.a;
  memcpy((void *)&constant, &copy, sizeof copy);
}
