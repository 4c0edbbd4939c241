// fault: pointer 5
#include <string.h>
int a[2], b[4];
int main(void) {
  memcpy(a, b, sizeof b);
}
