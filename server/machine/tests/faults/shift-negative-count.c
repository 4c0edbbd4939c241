// fault: shift 4
int main(void) {
  int count = -1;
  return 1 >> count;
}
