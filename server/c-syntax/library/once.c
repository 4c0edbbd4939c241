/* Calling a function once. The control is 0 before, 1 while the function is called, and 2 afterwards. */
#include <boolprog/thread.h>

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
        routine();
        __boolprog_begin();
        *control = 2;
        __boolprog_end();
    }
    return 0;
}
