// refused: 3: `f` is defined twice.
int f(void) { return 1; }
int f(void) { return 2; }
int main() { return f(); }
