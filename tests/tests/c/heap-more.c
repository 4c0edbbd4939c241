// expect: unknown
int *p;
int main() { for (;;) { p = malloc(sizeof(int)); *p = 1; assert(*p == 1); } }
