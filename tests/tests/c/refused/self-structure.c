// refused: 2: A member needs a complete type: define it before, or use a pointer.
struct s { struct s inner; };
int main() { }
