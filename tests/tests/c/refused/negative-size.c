// refused: 2: This is no size of an array.
int a[-1];
int main() { }
