// expect: safe
#include <assert.h>
#include <string.h>
int a[5] = { 1, 2, 3, 4, 5 };
int main(void) { memmove(a + 1, a, 4 * sizeof(int)); assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3 && a[4] == 4); memmove(a, a + 2, 3 * sizeof(int)); assert(a[0] == 2 && a[1] == 3 && a[2] == 4); return 0; }
