// refused: 2: Only a function can be called, not `int`.
int main() { int g; return g(); }
