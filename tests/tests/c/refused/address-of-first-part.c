// refused: 4: Not supported: the address of an object and of its first part.
struct s { int a; } x;
int *p = &x.a;
struct s *q = &x;
int main() { return *p + q->a; }
