// refused: 2: `int int` are not the words of one type.
int int x;
int main() { }
