// expect: safe
#include <assert.h>
#define is_pointer(of) _Generic((of), int *: 1, default: 0)
int main(void) {
  int number = 0, *pointer = &number;
  assert(is_pointer(pointer) && !is_pointer(number));
}
