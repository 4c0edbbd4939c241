// refused: 3: Not supported: `memset`: functions on memory.
int a[2];
int main() { memset(a, 0, 8); }
