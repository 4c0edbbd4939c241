// refused: 3: Not supported: `&`, `|` or `^` of integers of more than 32 bits.
extern long long nondet();
int main() { long long x = nondet(); return (x & 0x7fffffffffffffffLL) > 0; }
