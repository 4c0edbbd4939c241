// refused: 5: Not supported: an index into a pointer that is no known array.
int a[2], *p;
int main() {
  p = a;
  return p[1];
}
