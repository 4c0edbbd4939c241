// refused: 2: These words do not form a type: keep those of one type.
int int x;
int main() { }
