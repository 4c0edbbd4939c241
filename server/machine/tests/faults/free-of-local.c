// fault: memory 5
#include <stdlib.h>
int main(void) {
  int local = 0;
  free(&local);
}
