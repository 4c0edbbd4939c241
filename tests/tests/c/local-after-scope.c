// expect: unsafe
int nondet_int(void); int g;
int main(void) { int *p = &g; if (nondet_int()) { int x = 3; p = &x; } *p = 4; return 0; }
