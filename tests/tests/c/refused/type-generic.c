// refused: 2: `<tgmath.h>` is not read: name the function of the type, such as `sqrtf`.
#include <tgmath.h>
int main() { }
