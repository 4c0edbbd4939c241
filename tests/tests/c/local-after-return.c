// expect: unsafe
int *f(void) { int x = 1; int *p = &x; return p; }
int g; 
int main(void) { int *p = f(); g = *p; return 0; }
