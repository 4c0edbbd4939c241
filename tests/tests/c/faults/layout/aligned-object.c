// expect: safe
#include <assert.h>
#include <stdalign.h>
static alignas(32) int counter;
int main(void) {
  alignas(16) int step = 3;
  counter += step;
  assert(counter == 3);
}
