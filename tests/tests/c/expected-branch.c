// expect: safe
#define unlikely(x) __builtin_expect(!!(x), 0)
int taken;
int main() { int x = 3; if (unlikely(x == 4)) taken = 1; if (x == 4) __builtin_unreachable(); assert(!taken && x == 3); }
