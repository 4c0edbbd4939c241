// refused: 2: Not supported: an integer as a pointer.
int main() { int n = 3; int *p = (int *)n; *p = 1; }
