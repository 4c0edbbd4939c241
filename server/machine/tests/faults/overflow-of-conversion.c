// fault: overflow 4
int main(void) {
  double large = 1e20;
  int small = (int)large;
  return small;
}
