// expect: safe
int a[5], *p;
int main() { assert(sizeof(a) == 20 && sizeof(1 ? a : p) == sizeof(p) && sizeof(0, a) == sizeof(p) && sizeof("abc") == 4 && sizeof(*a) == 4); }
