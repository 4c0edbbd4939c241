// expect: unsafe
void fill(int *from);
int main() { int a[2] = {1, 2}; fill(&a[0]); assert(a[1] == 2); }
