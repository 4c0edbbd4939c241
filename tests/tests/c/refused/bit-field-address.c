// refused: 3: Not supported: the address of a bit-field.
struct s { int a : 3; };
int main() { struct s x; int *p = &x.a; }
