// refused: 2: Not supported: an initialiser that names an index.
int a[3] = {[1] = 2};
int main() { return a[1]; }
