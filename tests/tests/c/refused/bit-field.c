// refused: 3: Not supported: a bit-field.
struct s { int a : 3; };
int main() { struct s x; x.a = 1; }
