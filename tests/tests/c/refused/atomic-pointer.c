// refused: 4: Not supported: atomic arithmetic on something that is no integer.
int a[4];
int *_Atomic p = a;
int main() { atomic_fetch_add(&p, 2); assert(p == &a[2]); }
