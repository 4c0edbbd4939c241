// expect: unsafe
int a[3];
int main() { int *p = a; while (*p == 0) p++; }
