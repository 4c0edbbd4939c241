// refused: 2: The length of an array is not negative: it is -1.
int a[-1];
int main() { }
