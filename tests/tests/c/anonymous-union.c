// expect: safe
#include <assert.h>
struct value { union { int a; int b; }; int kind; } value;
int main() { value.a = 1; assert(value.b == 1); }
