// refused: 3: Not supported: creation of a thread in an atomic section.
void f(void) { }
int main() { __CPROVER_atomic_begin(); __CPROVER_ASYNC_2: f(); __CPROVER_atomic_end(); }
