// kinds: race
// fault: race
// runs: 60
// What is written after a cancellation is not ordered before the cleanup of the thread that follows it.
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
    pthread_cancel(thread);
    reason = 5;
    return pthread_join(thread, NULL);
}
