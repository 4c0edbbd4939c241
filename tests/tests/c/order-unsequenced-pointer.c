// expect: unsafe
int x, y;
int main(int count, char **arguments) {
  int *p = count > 1 ? &x : &y;
  int r = x + (*p = 5);
}
