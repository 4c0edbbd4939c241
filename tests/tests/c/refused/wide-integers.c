// refused: 3: Not supported: integers of 64 bits that may wrap around (`--int math` takes them as mathematical integers).
long long a;
int main() { return a + 1 > a; }
