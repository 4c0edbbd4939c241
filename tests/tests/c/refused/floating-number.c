// refused: 2: Not supported: `1.5`; only integers are.
int main() { return 1.5 > 1; }
