// fault: memory 7
static int *address(void) {
  int local = 1, *p = &local;
  return p;
}
int main(void) {
  return *address();
}
