// refused: 3: Not supported: pointer arithmetic; use an index.
int a[3];
int main() { int *p = a; p++; }
