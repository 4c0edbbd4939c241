// fault: format 5
#include <stdio.h>
int main(void) {
  const char *format = "%d %d\n";
  printf(format, 5);
}
