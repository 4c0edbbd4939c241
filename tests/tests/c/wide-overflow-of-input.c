// expect: unsafe --property overflow
long long nondet_longlong(void);
int main() { long long x = nondet_longlong(); x = x + 1; }
