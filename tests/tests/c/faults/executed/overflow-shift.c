// expect: unsafe --property overflow
// known gap: unknown
int main() { int i = -1; return i << 1; }
