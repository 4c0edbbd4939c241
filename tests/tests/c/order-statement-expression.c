// expect: unsafe
int x;
int main(void) {
  int r = x + ({ x = 5; 1; });
}
