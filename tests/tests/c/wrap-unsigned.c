// expect: safe
unsigned x = 0xffffffff;
int main() { x = x + 1; assert(x == 0); unsigned char c = 255; c++; assert(c == 0); assert(0u - 1 > 5); }
