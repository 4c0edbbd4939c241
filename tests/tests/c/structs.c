// expect: safe
struct point { int x, y; };
struct point origin;
struct point moved(struct point p, int by) { p.x += by; return p; }
int main() { struct point a = origin; a.y = 2; struct point b = moved(a, 3); assert(a.x == 0 && b.x == 3 && b.y == 2); }
