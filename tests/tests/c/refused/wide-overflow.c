// refused: 4: Not supported: overflow of integers of 64 bits.
// options: --property overflow
long long x;
int main() { x = x + 1; }
