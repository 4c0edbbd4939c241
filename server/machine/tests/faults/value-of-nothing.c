// fault: value 7
int sign(int a) {
  if (a > 0) return 1;
  if (a < 0) return -1;
}
int main(void) {
  return sign(0) + 1;
}
