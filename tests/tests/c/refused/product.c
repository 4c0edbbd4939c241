// refused: 2: Not supported: a product that may need more than 62 bits.
int main() { unsigned x; x = x * x; }
