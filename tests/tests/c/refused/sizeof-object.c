// refused: 3: Not supported: `sizeof` of this.
struct pair { char a; int b; } x;
int main() { return sizeof x; }
