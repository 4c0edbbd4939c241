// refused: 2: Files include one another more than 40 levels deep.
#include "self-include.c"
