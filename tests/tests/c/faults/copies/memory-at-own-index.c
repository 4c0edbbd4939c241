// expect: unsafe
#include <assert.h>
#include <string.h>
struct cell { int use, mark; };
int main(void) {
  struct cell row[2] = { { 1, 5 }, { 1, 6 } };
  memset(&row[row[1].use], 0, sizeof(struct cell));
  assert(row[1].mark == 6);
}
