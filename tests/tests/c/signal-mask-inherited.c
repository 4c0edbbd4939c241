// expect: unknown
#include <assert.h>
#include <pthread.h>
#include <signal.h>

/* A thread inherits the signal mask of its creator: the signal is blocked, and the assertion fails. */
static void *work(void *argument)
{
    (void)argument;
    raise(SIGTERM);
    assert(0);
    return NULL;
}

int main(void)
{
    sigset_t all;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
