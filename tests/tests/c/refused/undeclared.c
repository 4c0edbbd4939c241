// refused: 2: `x` is not declared.
int main() { x = 1; }
