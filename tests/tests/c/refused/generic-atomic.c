// refused: 4: Not supported: `__atomic_load`: this atomic operation.
int x, y;

int main() { __atomic_load(&x, &y, __ATOMIC_SEQ_CST); }
