// expect: safe
int main() { int x = 13; assert((x & 4) == 4); assert((x | 2) == 15); assert((x ^ 1) == 12); assert(~x == -14); assert((x << 2) == 52); }
