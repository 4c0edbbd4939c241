// refused: 2: An index in an initialiser is not negative.
int a[3] = {[-1] = 2};
int main() { return a[1]; }
