// refused: 3: Not supported: `memcpy`: functions on memory.
int a[2], b[2];
int main() { memcpy(a, b, sizeof a); }
