// expect: unsafe
int a[3];
int main() { int *p = &a[2]; p += 2; }
