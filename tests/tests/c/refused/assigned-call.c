// refused: 3: Only an object can be changed: this is a value.
int f(void) { return 1; }
int main() { f() = 2; }
