// expect: unsafe
#include <assert.h>
enum __attribute__((packed)) color { RED, GREEN };
int main(void) {
  enum color tint = 257;
  assert(tint > 255);
}
