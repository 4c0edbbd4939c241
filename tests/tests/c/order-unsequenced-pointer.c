// expect: unsafe
int nondet_int(void);
int x, y;
int main(void) {
  int *p = nondet_int() > 1 ? &x : &y;
  int r = x + (*p = 5);
}
