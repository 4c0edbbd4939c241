// fault: overflow 5
#include <limits.h>
int main(void) {
  long long least = LLONG_MIN;
  return -least == least;
}
