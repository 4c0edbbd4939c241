// refused: 3: Not supported: a pointer to one type as a pointer to another.
int x;
int main() { return *(char *)&x; }
