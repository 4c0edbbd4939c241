// refused: 4: Not supported: an atomic operation on a structure.
struct pair { int a, b; } x, y;

int main() { __atomic_load(&x, &y, __ATOMIC_SEQ_CST); }
