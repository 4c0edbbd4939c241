// expect: unsafe
int main() { int x; assert(x != 3); }
