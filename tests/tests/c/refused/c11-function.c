// refused: 2: Not supported: `thrd_current`: this function of C11 threads.
int main() { return thrd_current(); }
