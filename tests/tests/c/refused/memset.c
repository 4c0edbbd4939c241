// refused: 3: Not supported: `memset` other than of a whole object to 0.
int a[2];
int main() { memset(a, 0, sizeof(int)); }
