// refused: 2: `x` is not declared. Declare it before.
int main() { x = 1; }
