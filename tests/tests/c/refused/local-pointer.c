// refused: 3: Not supported: a pointer to a local variable of a function that several threads run; use a global variable.
int *p;
void f(void) { int x = 1; p = &x; *p = 2; }
int main() { while (1) { __CPROVER_ASYNC_2: f(); } }
