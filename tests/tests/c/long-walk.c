// expect: safe
#include <assert.h>
int a[300];
int main() { for (int *p = a; p < a + 300; p++) *p = 1; assert(a[299] == 1); }
