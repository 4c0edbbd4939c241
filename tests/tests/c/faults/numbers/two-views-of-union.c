// expect: safe
// The least significant byte comes first.
#include <assert.h>
union word { unsigned all; unsigned char bytes[4]; } word;
int main(void) {
  word.all = 0x01020304;
  assert(word.bytes[0] == 4);
}
