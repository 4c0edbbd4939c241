// expect: unsafe
#include <pthread.h>

/* The identifier of a detached thread means nothing after the thread has ended (POSIX 2.9.2). */
static void *work(void *argument) { return argument; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    pthread_cancel(thread);
    return 0;
}
