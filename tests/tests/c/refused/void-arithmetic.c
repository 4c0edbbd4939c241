// refused: 3: Not supported: arithmetic on such a pointer.
int a[3];
int main() { void *p = a; p++; }
