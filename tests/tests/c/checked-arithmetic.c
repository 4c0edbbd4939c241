// expect: safe
// Whether an exact result fits is known for each type of operands and result.
#include <assert.h>
#include <limits.h>

int any(void);

int main(void) {
  int sum, number = any();
  assert(__builtin_add_overflow(INT_MAX, 1, &sum) && sum == INT_MIN);
  if (!__builtin_add_overflow(number, 1, &sum)) assert(sum > number);
  else assert(number == INT_MAX && sum == INT_MIN);
  unsigned char small;
  assert(__builtin_sub_overflow(number > 0, 1, &small) == (number <= 0));
  unsigned long size = any() > 0 ? 1UL << 61 : 3, bytes;
  assert(__builtin_mul_overflow(size, 8, &bytes) == (size > 3));
  assert(bytes == (size > 3 ? 0 : 24));
}
