// fault: overflow 5
int main(void) {
  long product = 1;
  for (int i = 1; i < 40; i++)
    product *= i;
  return 0;
}
