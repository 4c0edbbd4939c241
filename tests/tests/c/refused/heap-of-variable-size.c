// refused: 2: Not supported: the heap, of a size that is not constant; use global variables.
int main(int n) { int *p = malloc(n * sizeof(int)); }
