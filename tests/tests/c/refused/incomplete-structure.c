// refused: 4: Not supported: a structure whose fields are not known.
struct s *p;
struct s x;
int main() { x; }
