// expect: unsafe
// No order of evaluation leaves 16 in the last element.
#include <assert.h>
int shift(int *by) { *by = 2; return 4; }
int main(void) {
  int row[3] = { 1, 20, 300 };
  int at = 1, *where = &at;
  row[at] -= shift(where);
  assert(row[1] == 20 && row[2] == 16);
}
