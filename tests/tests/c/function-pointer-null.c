// expect: unsafe
int one(void) { return 1; }
int (*f)(void);
int main() { int k; if (k) f = one; f(); }
