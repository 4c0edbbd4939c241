// refused: 3: The type `struct s` is never completed: define it.
struct s *p;
struct s x;
int main() { x; }
