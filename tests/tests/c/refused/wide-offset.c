// refused: 3: Not supported: a sum of a pointer and an integer of 64 bits.
int a[3];
int main() { int *p = a; long long by; p += by; }
