// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

/* The process ends with its last thread (C17 7.26.5.5). */
static _Atomic int is_done;

static void at_end(void) { assert(is_done); }

static int work(void *argument)
{
    (void)argument;
    is_done = 1;
    return 0;
}

int main(void)
{
    thrd_t thread;
    atexit(at_end);
    thrd_create(&thread, work, NULL);
    thrd_exit(0);
}
