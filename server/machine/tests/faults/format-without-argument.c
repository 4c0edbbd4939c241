// fault: format 6
// kinds: format
#include <stdio.h>
int main(void) {
  const char *format = "%d %d\n";
  printf(format, 5);
}
