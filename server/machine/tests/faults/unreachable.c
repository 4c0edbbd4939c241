// fault: unreachable 6
int kind(int a) {
  switch (a & 3) {
  case 0: return 1;
  case 1: return 2;
  default: __builtin_unreachable();
  }
}
int main(void) { return kind(0) + kind(2); }
