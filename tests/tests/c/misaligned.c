// expect: unsafe
// What is misaligned is accessed, as on x86: the assertion after it is reached.
#include <assert.h>

unsigned char bytes[8] = {0, 0, 1};

int main(void) {
  unsigned *word = (unsigned *)(bytes + 2);
  assert(*word != 1);
}
