// refused: 3: Not supported: an assignment to this.
int f(void) { return 1; }
int main() { f() = 2; }
