// refused: 4: Not supported: `*` of a pointer of this type.
int x;
void *p = &x;
int main() { *p; }
