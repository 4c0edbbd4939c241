/* The scheduling of threads (POSIX): by the policy for everybody, which a process without privileges cannot change, unless a thread
   was created with another one. */
#include <errno.h>
#include <sys/sysinfo.h>
#include <boolprog/thread.h>

int sched_yield(void)
{
    __boolprog_begin();
    __boolprog_end();
    return 0;
}

/* A priority of a policy: the one that is given if it distinguishes them, and 0 otherwise. */
static int priority_of(int policy, int priority)
{
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return priority;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
    case SCHED_DEADLINE:
        return 0;
    default:
        errno = EINVAL;
        return -1;
    }
}

int sched_get_priority_max(int policy)
{
    return priority_of(policy, 99);
}

int sched_get_priority_min(int policy)
{
    return priority_of(policy, 1);
}

int sched_getcpu(void)
{
    return (int)__boolprog_choose(0, get_nprocs() - 1);
}

/* The error number of a change to a policy and a priority. */
static int change(int policy, int priority)
{
    if (policy == SCHED_OTHER && priority == 0)
        return 0;
    int least = sched_get_priority_min(policy);
    if (least < 0 || priority < least || priority > sched_get_priority_max(policy))
        return EINVAL;
    __boolprog_assumption("the program may not change how its threads are scheduled");
    return EPERM;
}

static int answer(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

#define check_exists(id) require(__boolprog_ended(id) >= 0, "There is no thread with this identifier (POSIX: undefined).")

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *parameters)
{
    check_exists(id);
    return change(policy, parameters->sched_priority);
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *parameters)
{
    check_exists(id);
    if (__boolprog_has_scheduled())
        __boolprog_unsupported("A thread was created with a policy of its own: which threads have it is not known.");
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority)
{
    check_exists(id);
    return change(SCHED_OTHER, priority);
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters)
{
    return answer(change(policy, parameters->sched_priority));
}

int sched_getscheduler(pid_t process)
{
    return SCHED_OTHER;
}

int sched_setparam(pid_t process, const struct sched_param *parameters)
{
    return answer(change(SCHED_OTHER, parameters->sched_priority));
}

int sched_getparam(pid_t process, struct sched_param *parameters)
{
    parameters->sched_priority = 0;
    return 0;
}

#define BOUND "threads can be bound to the processors that the program names"

int pthread_setaffinity_np(pthread_t id, size_t size, const cpu_set_t *set)
{
    check_exists(id);
    __boolprog_assumption(BOUND);
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
    __boolprog_assumption(BOUND);
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    int count = 0;
    for (size_t word = 0; word < size / sizeof set->__bits[0]; word++)
        count += __builtin_popcountl(set->__bits[word]);
    return count;
}
