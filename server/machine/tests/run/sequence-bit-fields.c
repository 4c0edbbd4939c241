// output: 12 17 3
// Bit-fields in one byte are different objects, so no side effect here is on what another operand accesses.
int printf(const char *, ...);

struct word { unsigned low : 3; int middle : 5; unsigned high : 4; };

int main(void) {
  struct word word = { 0, 0, 3 };
  int sum = (word.low = 4) + (word.middle = 8);
  printf("%d %d %u\n", sum, word.low + (word.middle = 13), word.high);
  return 0;
}
