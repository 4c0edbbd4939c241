// expect: safe
#include <assert.h>
struct s { unsigned a : 3, b : 7; char c; } x, y;
int main(void) { x.a = 5; x.b = 100; x.c = 'q'; y = x; assert(y.a == 5 && y.b == 100 && y.c == 'q'); y.b++; assert(y.b == 101 && y.a == 5 && x.b == 100); return 0; }
