// expect: unsafe --error-label ERROR
int nondet_int(void);
int main() { int x = nondet_int(); if (x == 3) { ERROR: goto ERROR; } return 0; }
