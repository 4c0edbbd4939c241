// expect: unsafe
#include <assert.h>
void clean(int *value) { assert(*value == 1); }
int main() { __attribute__((cleanup(clean))) int a = 1; a = 2; }
