// expect: unknown --int math
// The machine has no mathematical integers: what only they violate is no execution.
int main() { int x = 2147483647; x++; assert(x < 0); }
