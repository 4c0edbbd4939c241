// expect: safe --timeout 5
#include <stdio.h>
int main() { int n = 3; if (scanf("%d", &n) < 1) assert(n == 3); }
