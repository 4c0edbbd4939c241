// refused: 4: Not supported: the address of an element whose index is not constant.
int a[2], i;
int *p;
int main() { p = &a[i]; }
