// expect: safe
int nondet_int(void);
int main() { int x = nondet_int(); __CPROVER_assume(x > 5 && x < 8); assert(x == 6 || x == 7); }
