/* Questions of POSIX programs to the system: there is one process, without other programs. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <boolprog/thread.h>

#define PROCESS "the process has the number 1000, and its parent the number 1"
#define USER "the user and the group have the number 1000"

int prctl(int option, ...)
{
    if (option == PR_SET_NAME)
        __boolprog_name_thread();
    if (option == PR_SET_NAME || option == PR_SET_PDEATHSIG || option == PR_SET_TIMERSLACK)
        return 0;
    __boolprog_unsupported("Only the name of a thread, its timer slack and the signal at the end of its creator can be set.");
}

int isatty(int descriptor)
{
    if (__boolprog_choose(0, 1))
        return 1;
    errno = ENOTTY;
    return 0;
}

int get_nprocs(void)
{
    __boolprog_assumption("the machine has 4 processors");
    return 4;
}

int get_nprocs_conf(void)
{
    return get_nprocs();
}

long sysconf(int name)
{
    switch (name) {
    case _SC_CLK_TCK:
        return 100;
    case _SC_PAGESIZE:
        return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return get_nprocs();
    case _SC_PHYS_PAGES:
        return (long)__boolprog_choose(1, LONG_MAX);
    default:
        return (long)__boolprog_choose(-1, LONG_MAX);
    }
}

int getpagesize(void)
{
    return 4096;
}

pid_t getpid(void)
{
    __boolprog_assumption(PROCESS);
    return 1000;
}

pid_t getppid(void)
{
    __boolprog_assumption(PROCESS);
    return 1;
}

pid_t gettid(void)
{
    __boolprog_assumption(PROCESS);
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
    __boolprog_assumption(USER);
    return 1000;
}

uid_t geteuid(void)
{
    __boolprog_assumption(USER);
    return 1000;
}

gid_t getgid(void)
{
    __boolprog_assumption(USER);
    return 1000;
}

gid_t getegid(void)
{
    __boolprog_assumption(USER);
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
    pthread_testcancel();
    errno = ECHILD;
    return -1;
}

pid_t waitpid(pid_t process, int *status, int options)
{
    pthread_testcancel();
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
