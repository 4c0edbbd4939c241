// refused: 3: `*` needs a pointer, not `int`.
int x;
int main() { return *x; }
