// expect: unsafe
int a[4]; 
int main() { int *p = &a[1]; p[3] = 1; }
