/* Random numbers (C11 7.22.2): any number is as good as another. */
#include <limits.h>
#include <stdlib.h>
#include <boolprog/machine.h>

/* The last seed, if there was one, and whether the same sequence begins again. */
static struct {
    int is_set;
    long seed;
    int is_again;
} last;

static void set_seed(long seed)
{
    __boolprog_begin();
    last.is_again = last.is_set && last.seed == seed;
    last.is_set = 1;
    last.seed = seed;
    __boolprog_end();
}

static long long any(long long first, long long most)
{
    __boolprog_begin();
    int is_again = last.is_again;
    __boolprog_end();
    if (is_again)
        __boolprog_doubt("random numbers after the same seed are others than before");
    return __boolprog_choose(first, most);
}

int rand(void)
{
    return (int)any(0, RAND_MAX);
}

void srand(unsigned seed)
{
    set_seed(seed);
}

int rand_r(unsigned *seed)
{
    *seed = (unsigned)__boolprog_choose(0, UINT_MAX);
    return rand();
}

long random(void)
{
    return (long)any(0, RAND_MAX);
}

void srandom(unsigned seed)
{
    set_seed(seed);
}

double drand48(void)
{
    return (double)any(0, (1LL << 48) - 1) / (double)(1LL << 48);
}

long lrand48(void)
{
    return (long)any(0, RAND_MAX);
}

long mrand48(void)
{
    return (long)any(-RAND_MAX - 1, RAND_MAX);
}

void srand48(long seed)
{
    set_seed(seed);
}

unsigned arc4random(void)
{
    return (unsigned)__boolprog_choose(0, UINT_MAX);
}

unsigned arc4random_uniform(unsigned limit)
{
    return limit == 0 ? 0 : (unsigned)__boolprog_choose(0, limit - 1);
}
