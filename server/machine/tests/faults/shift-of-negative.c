// fault: shift 4
int main(void) {
  int minus = -1;
  return minus << 1;
}
