// expect: safe
int a, b, *p;
void set(int *to, int value) { *to = value; }
int main() { set(&a, 1); p = &a; if (a) p = &b; *p = 5; assert(a == 1 && b == 5); assert(p != &a); p = 0; assert(!p); }
