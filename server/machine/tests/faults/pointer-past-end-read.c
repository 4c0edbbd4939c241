// fault: pointer 5
int numbers[4];
int main(void) {
  int *end = numbers + 4;
  return *end;
}
