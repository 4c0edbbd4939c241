// expect: unsafe
#include <stdio.h>
int a[2];
int main() { int n = 0, i = 1; if (scanf("%d %d", &n, &a[i]) == 2 && n == 7) assert(a[1] != 9); }
