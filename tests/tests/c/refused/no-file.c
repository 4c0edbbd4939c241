// refused: 2: The file `missing.h` cannot be read.
#include "missing.h"
int main() { }
