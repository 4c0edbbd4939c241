// expect: unsafe --timeout 5
// known gap: unknown
int *p, *q;
int main() { for (;;) { p = malloc(sizeof(int)); *p = 1; assert(q == 0); q = p; } }
