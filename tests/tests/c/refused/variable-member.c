// refused: 2: A member of variable size is not read: use a pointer.
int main(int n) { struct { int a[n]; } s; }
