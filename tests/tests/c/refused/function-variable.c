// refused: 5: Not supported: a function in a variable; pass it to the call that uses it.
int f(void) { return 1; }
int (*g)(void);
int main() {
  g = f;
  return g();
}
