// fault: format 5
#include <stdio.h>
int main(void) {
  const char *format = "%s\n";
  printf(format, 5);
}
