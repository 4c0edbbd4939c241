// expect: unsafe
#include <assert.h>
int speed = 1;
int main(void) {
  int sum = ({ speed = 6; 2; }) + speed;
  assert(sum == 8);
}
