// refused: 3: Not supported: a pointer as an integer.
int x;
int main() { return (int)&x; }
