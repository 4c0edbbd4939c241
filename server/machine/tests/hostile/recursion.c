// ends: fault stack
// Recursion without an end.
int f(int n) { int a[100]; a[n % 100] = n; return f(n + 1) + a[0]; }
int main(void) { return f(0);
}
