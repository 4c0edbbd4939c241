// refused: 2: The structure of the field `inner` is not complete here.
struct s { struct s inner; };
int main() { }
