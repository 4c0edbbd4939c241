// expect: safe
// The element is chosen before or after the call, and not in between.
#include <assert.h>
int shift(int *by) { *by = 2; return 4; }
int main(void) {
  int row[3] = { 1, 20, 300 };
  int at = 1, *where = &at;
  row[at] -= shift(where);
  assert((row[1] == 16 && row[2] == 300) || (row[1] == 20 && row[2] == 296));
}
