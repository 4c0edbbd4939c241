// refused: 3: Not supported: the value of a text or of a function without a result.
void f(void) { }
int main() { int x = f(); }
