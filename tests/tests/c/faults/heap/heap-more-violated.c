// expect: unsafe --timeout 20
int *p, *q;
int main() { for (;;) { p = malloc(sizeof(int)); *p = 1; assert(q == 0); q = p; } }
