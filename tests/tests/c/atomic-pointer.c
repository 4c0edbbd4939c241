// expect: safe
#include <assert.h>
#include <pthread.h>

/* A pointer is moved in one step: each thread has elements of its own (C11 6.5.16.2p3). */
static int cells[4];
static _Atomic(int *) next = cells;

static void *take_one(void *argument)
{
    int *mine = next++;
    *mine += 1;
    return argument;
}

static void *take_two(void *argument)
{
    int *mine = (next += 2) - 2;
    mine[0] += 1;
    mine[1] += 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, take_one, NULL);
    pthread_create(&two, NULL, take_two, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(next == cells + 3);
    assert(cells[0] == 1 && cells[1] == 1 && cells[2] == 1);
    return 0;
}
