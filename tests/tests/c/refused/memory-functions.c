// refused: 3: Not supported: `memcpy` other than of a whole object to one of the same type.
int a[3], b[2];
int main() { memcpy(a, b, sizeof b); }
