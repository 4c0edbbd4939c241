// refused: 3: Not supported: `b` of a `union` of which `a` is used before.
union u { int a; unsigned b; };
union u x = {1}; int main() { return x.b; }
