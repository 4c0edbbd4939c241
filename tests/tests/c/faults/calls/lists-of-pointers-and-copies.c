// expect: safe
#include <assert.h>
#include <stdarg.h>
int x, y;
static void both(va_list list, int value) {
  va_list again;
  va_copy(again, list);
  *va_arg(list, int *) = value;
  *va_arg(again, int *) += value;
  va_end(again);
}
void set(long value, ...) {
  va_list list;
  va_start(list, value);
  both(list, (int)value);
  va_end(list);
}
int main(void) {
  set(2, &x, &y);
  set(3L, &y);
  assert(x == 4 && y == 6);
}
