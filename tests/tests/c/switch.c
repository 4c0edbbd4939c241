// expect: safe
int f(int x) { int r = 0; switch (x) { case 1: r = 1; case 2: r += 10; break; default: r = 5; } return r; }
int main() { assert(f(1) == 11); assert(f(2) == 10); assert(f(3) == 5); }
