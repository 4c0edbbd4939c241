// refused: 3: Not supported: `&`, `|` or `^` of two variables.
int a, b;
int main() { return a & b; }
