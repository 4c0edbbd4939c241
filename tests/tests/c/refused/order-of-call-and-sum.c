// refused: 4: Not supported: a change of `i` and another access to it in no defined order.
void set(int *p) { *p = 2; }
int g(int *p) { set(p); return 1; }
int main() { int i = 1; i += g(&i); return i; }
