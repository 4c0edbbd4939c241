// refused: 2: Not supported: a number in floating point.
int main() { return 1.5 > 1; }
