// fault: call 5
int twice(int a) { return 2 * a; }
int main(void) {
  long (*function)(long, long) = (long (*)(long, long))twice;
  return function(1, 2) == 2;
}
