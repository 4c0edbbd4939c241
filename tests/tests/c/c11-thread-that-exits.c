// expect: unsafe
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

/* `thrd_exit` ends its thread: the process goes on, and what is called at its end sees the assignment. */
static int is_done;

static void at_end(void) { assert(!is_done); }

static int work(void *argument)
{
    (void)argument;
    thrd_exit(0);
}

int main(void)
{
    thrd_t thread;
    atexit(at_end);
    thrd_create(&thread, work, NULL);
    thrd_join(thread, NULL);
    is_done = 1;
    return 0;
}
