// expect: safe
int main() { int a = -7; assert(a / 2 == -3); assert(a % 2 == -1); assert(7 / -2 == -3); assert(7 % -2 == 1); assert((a >> 1) == -4); }
