// refused: 3: Not supported: pointers through more than 256 elements.
int a[300];
int main() { int *p = a; p++; }
