// The first thread ends before another one; handlers are called at the end of the process.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void last(void)
{
    puts("last");
}

static void before(void)
{
    puts("before");
}

static void *work(void *unused)
{
    puts("work");
    return unused;
}

int main(void)
{
    pthread_t thread;
    atexit(last);
    atexit(before);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
