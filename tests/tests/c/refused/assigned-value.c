// refused: 3: This is a value, which is not assigned.
int x;
int main() { x + 1 = 2; }
