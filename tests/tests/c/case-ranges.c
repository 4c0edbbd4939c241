// expect: safe
int kind(int n) {
  switch (n) {
  case -5 ... -1: return 1;
  case 3 ... 1: return 2;
  default: return 3;
  case 2: case 'a' ... 'z': n++;
  case 0 ... 1: return n;
  }
}
char names[][4] = {"ab", {"cde"}};
int main() {
  assert(kind(-5) == 1 && kind(-1) == 1 && kind(-6) == 3 && kind(3) == 3 && kind(2) == 3 && kind(1) == 1 && kind('b') == 'c');
  int n = nondet_int();
  if (n > -6 && n < 0) assert(kind(n) == 1);
  assert(sizeof names == 8 && names[1][2] == 'e' && names[0][3] == 0);
}
