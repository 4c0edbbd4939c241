// refused: 2: The file `missing.h` is neither beside this one nor in a folder of the options, and is not a built-in header; give its folder with `-I`.
#include "missing.h"
int main() { }
