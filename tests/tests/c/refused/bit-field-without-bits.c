// refused: 3: Not supported: such a bit-field.
struct s { int a : 3; int : 0; int b : 3; };
int main() { struct s x; x.a = 1; }
