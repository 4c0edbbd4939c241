// fault: division 4
int main(void) {
  unsigned zero = 0;
  return 5 % zero;
}
