// expect: unsafe
#include <assert.h>
int top, stack[4];
int depth(void) { return top; }
int main(void) {
  stack[++top] = depth();
  assert(stack[1] == 1);
}
