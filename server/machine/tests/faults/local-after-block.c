// fault: memory 8
int main(void) {
  int *p;
  {
    int inner = 1;
    p = &inner;
  }
  return *p;
}
