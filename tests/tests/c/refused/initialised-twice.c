// refused: 3: Not supported: an initialiser that gives a part two values.
struct outer { struct { int x, y; } inner; };
int main() { struct outer o = {.inner.x = 1, .inner = {.y = 2}}; return o.inner.y; }
