// refused: 3: Only an object can be changed: this is a value.
int x;
int main() { x + 1 = 2; }
