// refused: 3: An object has more than 5000 variables.
int a[6000];
int main() { return a[1]; }
