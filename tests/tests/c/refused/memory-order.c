// refused: 3: Not supported: `atomic_load_explicit`: this atomic operation.
int x;
int main() { return atomic_load_explicit(&x, 0); }
