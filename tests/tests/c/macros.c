// expect: safe -D LIMIT=3
#define TWICE(x) ((x) * 2)
#define SET(v, x) { v = x; \
  v = TWICE(v); }
#if defined(LIMIT) && LIMIT > 2
#define EXPECTED 6
#else
#error "no limit"
#endif
int main() { int x; SET(x, LIMIT); assert(x == EXPECTED); }
