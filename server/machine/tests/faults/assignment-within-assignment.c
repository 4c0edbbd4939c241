// fault: sequence 4
int x, *p = &x;
int main(void) {
  x = 1 + (*p = 2);
  return x;
}
