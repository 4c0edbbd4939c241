// What is written before a cancellation is ordered before the cleanup of the thread that follows it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int reason;

static void tell(void *unused)
{
    printf("%d\n", reason);
}

static void *wait_for_it(void *unused)
{
    pthread_cleanup_push(tell, NULL);
    for (;;)
        sleep(1000);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_it, NULL);
    reason = 5;
    pthread_cancel(thread);
    return pthread_join(thread, NULL);
}
