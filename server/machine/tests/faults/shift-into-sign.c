// fault: shift 4
int main(void) {
  int count = 31, two = 2;
  return two << count;
}
