// expect: safe
unsigned char a;
signed char b;
int i, mask = 0x55555;
unsigned set(unsigned flags, int bit) { return flags | 1u << bit; }
int main() {
  a = __VERIFIER_nondet_uchar();
  b = -7;
  i = 12;
  assert((i & b) == 8 && (b & i) == 8 && (i | b) == -3 && (i ^ b) == -11 && (b & -2) == -8);
  assert((a & i) <= 12 && ((a ^ i) ^ i) == a && (0x12345 & mask) == 0x10145);
  assert(set(0, 31) == 0x80000000 && set(1, i) == 4097 && i >> (i - 10) == 3 && b >> (i / 12) == -4);
}
