// refused: 4: Not supported: an array of variable size.
int main() {
  int n = 3;
  int a[n];
  return a[0];
}
