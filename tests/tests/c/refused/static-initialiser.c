// refused: 4: The value is not constant, but the object lives as long as the program: assign it in a function.
int f(void);
int main() {
  static int x = f();
  return x;
}
