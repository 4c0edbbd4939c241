/* Calling a function once. The control is 0 before, 1 while the function is called, and 2 afterwards. */
#include <boolprog/thread.h>

/* "As if pthread_once() was never called": the call of the function was cancelled (POSIX). */
static void forget(void *control)
{
    __boolprog_begin();
    *(pthread_once_t *)control = 0;
    __boolprog_end();
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    __boolprog_observe_wait("once flag", control);
    __boolprog_begin();
    __boolprog_await(*control != 1);
    int is_first = *control == 0;
    if (is_first)
        *control = 1;
    __boolprog_end();
    if (is_first) {
        struct _pthread_cleanup_buffer buffer;
        _pthread_cleanup_push(&buffer, forget, control);
        routine();
        _pthread_cleanup_pop(&buffer, 0);
        __boolprog_begin();
        *control = 2;
        __boolprog_end();
    }
    return 0;
}
