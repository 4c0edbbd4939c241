// refused: 2: Not supported: `malloc`: the heap; use global variables.
int main() { int *p = malloc(4); }
