// refused: 4: Not supported: a change of `i` and another access to it in no defined order.
int i = 1;
int f() { return ++i; }
int main() { int y = i + f(); return y; }
