// refused: 3: Not supported: such a bit-field.
struct s { long long a : 40; };
int main() { struct s x; x.a = 1; }
