// refused: 2: Not supported: the heap, other than of `sizeof` something; use global variables.
int main() { int *p = malloc(4); }
