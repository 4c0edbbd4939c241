// refused: 4: Not supported: `offsetof`; use a pointer to the whole structure.
#include <stddef.h>
struct pair { int first, second; };
int main() { return offsetof(struct pair, second); }
