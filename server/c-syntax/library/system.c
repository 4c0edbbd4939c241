/* What POSIX programs ask of the system: there is one process, without other programs. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <boolprog/machine.h>

int prctl(int option, ...)
{
    if (option == PR_SET_NAME || option == PR_SET_PDEATHSIG || option == PR_SET_TIMERSLACK)
        return 0;
    __boolprog_unsupported("Only the name of a thread, its timer slack and the signal at the end of its creator can be set.");
}

int isatty(int descriptor)
{
    return 0;
}

long sysconf(int name)
{
    switch (name) {
    case _SC_CLK_TCK:
        return 100;
    case _SC_OPEN_MAX:
        return FOPEN_MAX;
    case _SC_PAGESIZE:
        return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return 4;
    case _SC_PHYS_PAGES:
        return 1 << 20;
    default:
        errno = EINVAL;
        return -1;
    }
}

int getpagesize(void)
{
    return 4096;
}

pid_t getpid(void)
{
    return 1000;
}

pid_t getppid(void)
{
    return 1;
}

pid_t gettid(void)
{
    return 999 + (pid_t)__boolprog_self();
}

long syscall(long number, ...)
{
    if (number == SYS_gettid)
        return gettid();
    __boolprog_unsupported("System calls by their number are not known, except for SYS_gettid.");
}

uid_t getuid(void)
{
    return 1000;
}

uid_t geteuid(void)
{
    return 1000;
}

gid_t getgid(void)
{
    return 1000;
}

gid_t getegid(void)
{
    return 1000;
}

pid_t fork(void)
{
    __boolprog_unsupported("There is one process only: fork is not known.");
}

pid_t vfork(void)
{
    __boolprog_unsupported("There is one process only: vfork is not known.");
}

pid_t wait(int *status)
{
    errno = ECHILD;
    return -1;
}

pid_t waitpid(pid_t process, int *status, int options)
{
    errno = ECHILD;
    return -1;
}

int posix_spawn(pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *restrict attributes, char *const arguments[], char *const environment[])
{
    __boolprog_unsupported("Other programs are not started: posix_spawn is not known.");
}

int posix_spawnp(pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const arguments[], char *const environment[])
{
    __boolprog_unsupported("Other programs are not started: posix_spawnp is not known.");
}

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...)
{
    __boolprog_unsupported("Threads are created by pthread_create: clone is not known.");
}
