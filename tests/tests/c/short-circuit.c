// expect: safe
int calls;
int f(int r) { calls++; return r; }
int main() { int x = f(0) && f(1); assert(calls == 1 && !x); x = f(1) || f(0); assert(calls == 2 && x); x = f(0) ? f(3) : f(4); assert(calls == 4 && x == 4); }
