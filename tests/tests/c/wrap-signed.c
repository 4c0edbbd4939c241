// expect: safe
int main() { int x = 2147483647; x++; assert(x < 0); x--; assert(x == 2147483647); short s = 40000; assert(s == -25536); }
