// expect: safe
#include <assert.h>
struct { int of[2]; int after; } pair;
int table[2][3];
struct old { int length; char bytes[1]; };
int main(void) {
  int sum = 0;
  for (int *p = pair.of; p != &pair.of[2]; p++) sum += *p;
  for (int *p = table[0]; p != &table[0][3]; p++) sum += *p;
  for (unsigned char i = 0; i < 3; i++) sum += table[1][i];
  assert(sum == 0);
}
