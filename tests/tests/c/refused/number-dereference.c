// refused: 3: Not supported: `*` of something that is no pointer.
int x;
int main() { return *x; }
