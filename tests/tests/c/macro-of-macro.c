// expect: safe
#include <assert.h>
#define INCREMENT increment
#define increment(x) ((x)++)
int c;
int main() {
  INCREMENT(c);
  assert(c == 1);
}
