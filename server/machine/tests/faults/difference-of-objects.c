// fault: pointer 5
int a[4], b[4];
int main(void) {
  int *p = a, *q = b;
  return p - q > 0;
}
