// expect: safe
#include <assert.h>
int ready;
#define barrier() __asm__ volatile("" : : : "memory")
int main(void) {
  ready = 1;
  barrier();
  assert(ready);
}
