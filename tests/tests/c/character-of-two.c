// expect: safe
#include <assert.h>
int main() { assert('ab' == 24930); }
