// refused: 3: Not supported: a pointer to one type as a pointer to another.
int x = 261;
int main() { assert(*(char *)(void *)&x == 5); }
