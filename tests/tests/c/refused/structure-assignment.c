// refused: 4: A value of type `struct s` is needed here, not one of type `struct t`.
struct s { int a; } x;
struct t { int a; } y;
int main() { x = y; }
