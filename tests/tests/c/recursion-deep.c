// expect: unsafe
int depth;
void enter(int n) { depth++; if (n > 0) enter(n - 1); assert(depth != 30); }
int main() { enter(__VERIFIER_nondet_uchar()); }
