// fault: shift 4
int main(void) {
  unsigned one = 1, count = 32;
  return one << count != 0;
}
