/* Cancellation, which a thread follows at cancellation points: functions that wait, and pthread_testcancel. */
#include <boolprog/thread.h>

void pthread_testcancel(void)
{
    struct __boolprog_thread *self = __boolprog_thread();
    __boolprog_begin();
    int is_cancelled = __boolprog_is_cancelled(self);
    if (is_cancelled)
        self->cancel_disabled = 1;
    __boolprog_end();
    if (is_cancelled)
        pthread_exit(PTHREAD_CANCELED);
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    struct __boolprog_thread *self = __boolprog_thread();
    __boolprog_begin();
    int before = self->cancel_disabled;
    self->cancel_disabled = state;
    __boolprog_end();
    if (old != NULL)
        *old = before;
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
