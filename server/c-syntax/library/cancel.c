/* Cancellation, which a thread follows at cancellation points: functions that wait, and pthread_testcancel;
   others that go to the system may be ones (POSIX System Interfaces, 2.9.5.2). */
#include <boolprog/thread.h>

void pthread_testcancel(void)
{
    if (!__boolprog_is_cancelled())
        return;
    __boolprog_thread.cancel_disabled = 1;
    pthread_exit(PTHREAD_CANCELED);
}

/* POSIX leaves it open whether there is a cancellation point. */
void __boolprog_may_cancel(void)
{
    if (__boolprog_is_cancelled() && __boolprog_choose(0, 1))
        pthread_testcancel();
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old != NULL)
        *old = __boolprog_thread.cancel_disabled;
    __boolprog_thread.cancel_disabled = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED)
        __boolprog_unsupported("Asynchronous cancellation is not known.");
    if (old != NULL)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}
