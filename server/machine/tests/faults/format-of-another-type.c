// fault: format 6
// kinds: format
#include <stdio.h>
int main(void) {
  const char *format = "%s\n";
  printf(format, 5);
}
