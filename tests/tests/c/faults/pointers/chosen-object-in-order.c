// expect: safe
// Whichever it is, both pointers point into the same one.
#include <assert.h>
int a[2], b[2];
int choice(void);
int main() {
  int *first = choice() ? a : b, *second = first + 1;
  assert(first < second && second - first == 1);
}
