// refused: 3: Not supported: an index into a pointer that is no known array.
int a[2];
int main() { 1[a] = 1; }
