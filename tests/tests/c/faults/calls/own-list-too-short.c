// expect: unknown
#include <assert.h>
#include <stdarg.h>
int second(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  int next = va_arg(list, int);
  va_end(list);
  return first + next;
}
int main(void) { return second(1, 2); }
