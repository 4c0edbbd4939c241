// expect: safe
int factorial(int n) { if (n <= 1) return 1; return n * factorial(n - 1); }
int main() { assert(factorial(5) == 120); }
