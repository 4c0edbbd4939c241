// refused: 3: Not supported: `&`, `|` or `^` with a mask of many bits.
int a;
int main() { return a & 0x55555; }
