// refused: 4: Not supported: a pointer to one type as a pointer to another.
#include <assert.h>
unsigned u = 3; int *p;
int main() { p = &u; assert(*p == 3); }
