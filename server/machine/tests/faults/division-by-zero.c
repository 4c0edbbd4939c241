// fault: division 3
int divide(int a, int b) {
  return a / b;
}
int main(void) { return divide(1, 1) - divide(1, 0); }
