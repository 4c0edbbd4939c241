// expect: unsafe
int a[3], b[2], *p;
int main() { int k; p = k ? a : b; p[2] = 1; }
