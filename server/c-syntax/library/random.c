/* Random numbers (C11 7.22.2): any number is as good as another. */
#include <limits.h>
#include <stdlib.h>
#include <boolprog/machine.h>

#define AGAIN "random numbers after the same seed are others than before"

/* The first seed that was set, the number of different ones up to two, and whether the sequence may have begun before. The seed is 1
   as long as none is set. */
static struct {
    int number;
    long first;
    int is_again;
} seeds;

static void set_seed(long seed)
{
    __boolprog_begin();
    int is_new = seeds.number == 0 || (seeds.number == 1 && seeds.first != seed);
    seeds.is_again = seed == 1 || !is_new;
    if (is_new)
        seeds.number++;
    if (seeds.number == 1)
        seeds.first = seed;
    __boolprog_end();
}

static long long any(long long first, long long most)
{
    __boolprog_begin();
    int is_again = seeds.is_again;
    __boolprog_end();
    if (is_again)
        __boolprog_doubt(AGAIN);
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

/* The last state from which a thread has gone on. */
static _Thread_local struct {
    int is_set;
    unsigned state;
} last;

int rand_r(unsigned *seed)
{
    if (last.is_set && last.state == *seed)
        __boolprog_doubt(AGAIN);
    last.is_set = 1;
    last.state = *seed;
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
