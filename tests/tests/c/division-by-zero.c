// expect: unsafe
int nondet_int(void);
int main() { _Bool d = nondet_int(); int x = 5 / d; }
