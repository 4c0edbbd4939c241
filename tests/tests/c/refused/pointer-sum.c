// refused: 3: `*` cannot be used between `int *` and `int`.
int a[3];
int main() { int *p = a; return (p * 2) != 0; }
