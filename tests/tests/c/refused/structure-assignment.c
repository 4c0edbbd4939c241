// refused: 4: Not supported: an assignment between different types.
struct s { int a; } x;
struct t { int a; } y;
int main() { x = y; }
