// expect: unsafe
#include <assert.h>

struct account { int balance; int values[2]; };
struct account a = { 10, { 3, 4 } };

static int next(struct account *of) {
  return ++of->values[1];
}

int main(void) {
  int old = a.balance;
  int left = next(&a);
  a.balance = left;
  assert(a.balance == old);
  return 0;
}
