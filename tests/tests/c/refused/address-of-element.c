// refused: 4: Not supported: the address of one of many objects.
int a[100], i;
int *p;
int main() { p = &a[i]; }
