// refused: 3: `struct s` has no member `b`.
struct s { int a; } x;
int main() { return x.b; }
