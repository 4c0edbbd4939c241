// expect: safe
#include <assert.h>
int a[6000];
int main() { a[5999] = 1; assert(a[5999] == 1 && a[1] == 0); }
