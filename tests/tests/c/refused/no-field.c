// refused: 3: There is no field `b`.
struct s { int a; } x;
int main() { return x.b; }
