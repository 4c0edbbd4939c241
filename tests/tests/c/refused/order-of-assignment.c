// refused: 3: Not supported: a change of `i` and another access to it in no defined order.
int i;
int main() { i = i++ + 1; }
