// expect: unsafe
int main(void) {
  int i = 0;
  for (int n = 0; n < 2; n++)
    i = i++;
}
