// refused: 2: Not supported: recursion (`f` calls itself); use a loop.
int f(int n) { return n ? f(n - 1) : 0; }
int main() { return f(3); }
