// refused: 2: Not supported: a call of something that is no function.
int main() { int g; return g(); }
