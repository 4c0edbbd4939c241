// fault: memory 6
int main(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    if (p) sum += *p;
    p = &inner;
  }
  return sum;
}
