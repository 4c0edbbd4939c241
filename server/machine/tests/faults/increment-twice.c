// fault: sequence 4
int main(void) {
  int i = 0;
  i = i++ + 1;
  return i;
}
