// expect: unsafe
int one(void) { return 1; }
int second(int a, int b) { return b; }
int (*f)(void) = one;
int main() { int k; if (k) f = (int (*)(void)) second; f(); }
