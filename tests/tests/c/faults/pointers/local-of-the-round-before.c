// expect: unsafe
int g;
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i == 1) g = *p;
    p = &x;
  }
}
