/* Random numbers (C11 7.22.2): any number is as good as another. */
#include <limits.h>
#include <stdlib.h>
#include <boolprog/machine.h>

int rand(void)
{
    return (int)__boolprog_choose(0, RAND_MAX);
}

void srand(unsigned seed)
{
}

int rand_r(unsigned *seed)
{
    *seed = (unsigned)__boolprog_choose(0, UINT_MAX);
    return rand();
}

long random(void)
{
    return (long)__boolprog_choose(0, RAND_MAX);
}

void srandom(unsigned seed)
{
}

double drand48(void)
{
    return (double)__boolprog_choose(0, (1LL << 48) - 1) / (double)(1LL << 48);
}

long lrand48(void)
{
    return (long)__boolprog_choose(0, RAND_MAX);
}

long mrand48(void)
{
    return (long)__boolprog_choose(-RAND_MAX - 1, RAND_MAX);
}

void srand48(long seed)
{
}

unsigned arc4random(void)
{
    return (unsigned)__boolprog_choose(0, UINT_MAX);
}

unsigned arc4random_uniform(unsigned limit)
{
    return limit == 0 ? 0 : (unsigned)__boolprog_choose(0, limit - 1);
}
