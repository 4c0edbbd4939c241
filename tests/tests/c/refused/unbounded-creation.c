// refused: 3: Not supported: threads created by any number of threads.
void g(void) { }
void f(void) { __CPROVER_ASYNC_1: g(); }
int main() { while (1) { __CPROVER_ASYNC_2: f(); } }
