// refused: 3: Not supported: the heap in a loop; use global variables.
int *p;
int main() { for (;;) p = malloc(sizeof(int)); }
