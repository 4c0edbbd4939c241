// refused: 3: Not supported: a shift by something other than a constant from 0 to 31.
int a, b;
int main() { return a << b; }
