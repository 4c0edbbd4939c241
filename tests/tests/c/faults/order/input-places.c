// expect: unsafe
// All addresses are known before anything is read.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int slot = 0, table[2] = { 0, 0 };
  scanf("%d %d", &slot, &table[slot]);
  if (slot == 1) assert(table[0] == 0);
}
