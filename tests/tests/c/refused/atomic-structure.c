// refused: 4: Not supported: an atomic structure.
struct s { int a; };
_Atomic struct s x;
int main() { x; }
