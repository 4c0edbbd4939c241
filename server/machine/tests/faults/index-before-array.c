// fault: index 4
int main(void) {
  int numbers[3] = { 1, 2, 3 }, i = 2;
  while (numbers[i] > 0)
    i--;
  return 0;
}
