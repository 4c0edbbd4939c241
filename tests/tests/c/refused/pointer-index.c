// refused: 3: Not supported: an index into a pointer that is no known array.
int a;
int main() { (&a)[0] = 1; }
