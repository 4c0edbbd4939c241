/* The arguments of the program (C11 5.1.2.2.1p2), as a translation has them: the first ones are known, with the beginnings of
   their texts. */
#include <boolprog/machine.h>

char **__boolprog_arguments(int count)
{
    return __boolprog_vector(count, __boolprog_argument(0), __boolprog_argument(1), __boolprog_argument(2),
                             __boolprog_argument(3));
}
