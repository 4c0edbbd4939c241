// expect: unsafe
int a, *p;
int main() { int x; if (x) p = &a; *p = 1; }
