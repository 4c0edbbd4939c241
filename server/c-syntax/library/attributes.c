/* Attributes of POSIX threads. Those that mean nothing to the machine are kept. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_attr_init(pthread_attr_t *a)
{
    memset(&a->__data, 0, sizeof a->__data);
    a->__data.__stack_size = 8 << 20;
    a->__data.__guard_size = 4096;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    a->__data.__detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state)
{
    *state = a->__data.__detached;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, size_t size)
{
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    a->__data.__stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *size)
{
    *size = a->__data.__stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *stack, size_t size)
{
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    a->__data.__stack = stack;
    a->__data.__stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **stack, size_t *size)
{
    *stack = a->__data.__stack;
    *size = a->__data.__stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *a, size_t size)
{
    a->__data.__guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *size)
{
    *size = a->__data.__guard_size;
    return 0;
}

/* Linux knows threads that are scheduled by the system only. */
int pthread_attr_setscope(pthread_attr_t *a, int scope)
{
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

int pthread_attr_getscope(const pthread_attr_t *a, int *scope)
{
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit)
{
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    a->__data.__inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherit)
{
    *inherit = a->__data.__inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    a->__data.__policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy)
{
    *policy = a->__data.__policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *parameters)
{
    int priority = parameters->sched_priority;
    if (priority < sched_get_priority_min(a->__data.__policy) || priority > sched_get_priority_max(a->__data.__policy))
        return EINVAL;
    a->__data.__priority = priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *parameters)
{
    parameters->sched_priority = a->__data.__priority;
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t size, const cpu_set_t *set)
{
    return 0;
}

int pthread_getattr_np(pthread_t id, pthread_attr_t *a)
{
    __boolprog_doubt("a thread has other attributes than those that it was created with");
    __boolprog_supply(a, sizeof *a, sizeof *a);
    return 0;
}
