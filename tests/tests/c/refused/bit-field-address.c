// refused: 3: A bit-field has no address: copy it to an object.
struct s { int a : 3; };
int main() { struct s x; int *p = &x.a; }
