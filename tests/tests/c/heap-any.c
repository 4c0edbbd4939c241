// expect: unsafe
#include <stdlib.h>
int main() { int *p = malloc(sizeof(int)); assert(*p != 7); }
