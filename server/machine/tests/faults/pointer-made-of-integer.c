// fault: pointer 5
#include <stdint.h>
int main(void) {
  int *p = (int *)(uintptr_t)4096;
  return *p;
}
