// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int slot = 0, table[2] = { 0, 0 };
  scanf("%d %d", &slot, &table[slot]);
  assert(table[1] == 0);
}
