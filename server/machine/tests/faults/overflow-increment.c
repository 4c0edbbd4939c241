// fault: overflow 6
#include <limits.h>
int count = INT_MAX - 1;
int main(void) {
  while (count)
    count++;
}
