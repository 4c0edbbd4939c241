// expect: unsafe --int math
int main() { int x = 2147483647; x++; assert(x < 0); }
