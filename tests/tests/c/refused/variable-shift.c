// refused: 3: Not supported: a shift of 64 bits by more than 31.
long long a;
int main() { return (a << 32) != 0; }
