// refused: 2: Not supported: the type of this.
int main() { typeof(undeclared()) text = 0; return text != 0; }
