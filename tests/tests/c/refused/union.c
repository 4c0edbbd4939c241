// refused: 3: Not supported: a `union`.
union u { int a; char b; };
int main() { union u x; x.a = 1; }
