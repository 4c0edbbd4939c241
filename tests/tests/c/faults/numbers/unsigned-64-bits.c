// expect: safe
#include <assert.h>
#include <stdint.h>
uint64_t bytes = 40;
int main(void) {
  bytes += 2;
  assert(bytes == 42);
}
