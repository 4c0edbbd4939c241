// fault: pointer 4
int main(void) {
  int numbers[4] = { 0 }, *p = numbers;
  p = p + 5;
  return p == numbers;
}
