// refused: 4: Not supported: a static variable whose initialiser is not constant.
int f(void);
int main() {
  static int x = f();
  return x;
}
