// refused: 3: Not supported: unsigned integers of 64 bits (`--int math` takes them as mathematical integers).
unsigned long long a;
int main() { return a > 1; }
