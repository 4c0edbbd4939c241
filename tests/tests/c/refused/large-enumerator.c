// refused: 2: Not supported: a constant of an enumeration that is no `int`.
enum { LARGE = 0x80000000 };
int main() { return LARGE > 0; }
