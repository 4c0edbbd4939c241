// refused: 3: A value of type `int` is needed here, not one of type `void`.
void f(void) { }
int main() { int x = f(); }
