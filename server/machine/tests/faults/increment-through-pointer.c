// fault: sequence 5
int x;
int main(void) {
  int *p = &x;
  return x + (*p)++;
}
