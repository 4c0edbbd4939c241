// refused: 3: Not supported: an initialiser of the part after one inside of another.
struct pair { int a[2], b; };
int main() { struct pair p = {.a[0] = 1, 2}; return p.b; }
