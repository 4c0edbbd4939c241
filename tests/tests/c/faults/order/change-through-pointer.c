// expect: unsafe
#include <assert.h>
int main(void) {
  int pressure = 3, *valve = &pressure;
  int sum = pressure * (*valve = 8);
  assert(sum == 64);
}
