// refused: 2: Not supported: `tss_create`: this function of C11 threads.
int main() { return tss_create(0, 0); }
