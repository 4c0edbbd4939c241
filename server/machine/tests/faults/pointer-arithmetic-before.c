// fault: pointer 4
int main(void) {
  int numbers[4] = { 0 }, *p = numbers;
  p--;
  return p == numbers;
}
