// fault: sequence 5
int add(int a, int b) { return a + b; }
int main(void) {
  int i = 0;
  return add(i++, i++);
}
