// fault: division 5
#include <limits.h>
int main(void) {
  int least = INT_MIN, minus = -1;
  return least / minus;
}
