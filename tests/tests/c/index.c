// expect: unsafe
int a[3];
int main() { int i; for (i = 0; i <= 3; i++) a[i] = i; }
