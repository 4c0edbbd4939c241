// refused: 4: Not supported: a computed `goto`.
int main() {
  void *to = 0;
  goto *to;
}
