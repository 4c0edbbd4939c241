// refused: 2: Files include one another more than 200 levels deep; look for one that includes itself.
#include "self-include.c"
