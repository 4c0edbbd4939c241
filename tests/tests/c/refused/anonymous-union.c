// refused: 4: Not supported: a `union`.
#include <assert.h>
struct value { union { int a; int b; }; int kind; } value;
int main() { value.a = 1; }
