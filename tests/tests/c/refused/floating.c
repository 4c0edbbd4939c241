// refused: 2: Not supported: floating point.
int main() { float f; }
