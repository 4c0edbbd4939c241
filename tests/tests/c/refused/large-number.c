// refused: 2: Not supported: a number that needs more than 63 bits.
int main() { return 0xffffffffffffffffu > 1; }
