// refused: 3: Not supported: `&`, `|` or `^` of integers of more than 32 bits.
long long a, b;
int main() { return (a & b) != 0; }
