// expect: safe
int main() { int y = 100000; assert(y * 30000 == -1294967296); }
