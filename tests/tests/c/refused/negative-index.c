// refused: 2: This is no index of an array.
int a[3] = {[-1] = 2};
int main() { return a[1]; }
