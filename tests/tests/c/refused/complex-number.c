// refused: 2: Complex numbers are not read: use two numbers.
double _Complex z;
int main() { }
