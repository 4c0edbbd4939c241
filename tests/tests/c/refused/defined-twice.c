// refused: 3: A second definition of `f`: remove one of them.
int f(void) { return 1; }
int f(void) { return 2; }
int main() { return f(); }
