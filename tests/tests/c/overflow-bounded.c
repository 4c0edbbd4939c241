// expect: safe --property overflow
int main() {
  int i = __VERIFIER_nondet_int();
  if (i > -1000 && i < 1000) {
    int square = i * i, half = (i + 1000) / -1, shifted = (i + 1000) << 3;
    int opposite = -i;
    unsigned large = 4294967295u;
    large++;
    char small = 127;
    small++;
    return square + half + shifted + opposite + (int)large + small;
  }
}
