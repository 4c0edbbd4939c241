// refused: 3: Not supported: `b` of a `union` of which `a` is used before.
union u { int a; char b; };
int main() { union u x; x.a = 1; x.b = 2; }
