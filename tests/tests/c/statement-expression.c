// expect: safe
#include <assert.h>
#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
#define READ_ONCE(x) (*(volatile __typeof__(x) *)&(x))
int x = 3, numbers[3], *p = numbers;
short s;
int main() {
  int y = 4;
  assert(MAX(x, y) == 4 && MAX(x++, 1) == 3 && x == 4 && READ_ONCE(x) == 4);
  int z = ({ int i = 0; while (i < 3) { numbers[i] = i + 1; i++; } i; });
  typeof(*p) first = numbers[2];
  typeof(numbers) copy = {first};
  assert(z == 3 && copy[0] == 3 && sizeof(s + 1) == 4 && sizeof(typeof(s)) == 2 && sizeof(p[0]) == 4 && sizeof(&x) == sizeof(p));
  ({ if (z) goto end; });
  assert(0);
end:
  return 0;
}
