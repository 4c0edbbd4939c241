/* Signals (C11 7.14): the machine executes those that a program raises itself. */
#include <errno.h>
#include <signal.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <boolprog/machine.h>

typedef void handler(int);

enum { NUMBER = 65 };

static handler *handlers[NUMBER];

static int is_signal(int number)
{
    if (number > 0 && number < NUMBER)
        return 1;
    errno = EINVAL;
    return 0;
}

static handler *exchange(int number, handler *to)
{
    __boolprog_begin();
    handler *before = handlers[number];
    handlers[number] = to;
    __boolprog_end();
    __boolprog_interrupts(to);
    return before;
}

handler *signal(int number, handler *to)
{
    return is_signal(number) ? exchange(number, to) : SIG_ERR;
}

int raise(int number)
{
    if (!is_signal(number))
        return -1;
    __boolprog_begin();
    handler *called = handlers[number];
    __boolprog_end();
    if (called == SIG_DFL && number != SIGCHLD && number != SIGCONT) {
        __boolprog_check("assertion", number != SIGABRT, "The signal SIGABRT is raised.");
        __boolprog_exit(128 + number);
    }
    if (called != SIG_DFL && called != SIG_IGN)
        called(number);
    return 0;
}

int kill(pid_t process, int number)
{
    if (number == 0)
        return 0;
    __boolprog_unsupported("Signals are not sent to processes: use raise.");
}

/* Until a signal comes from outside, at a cancellation point. */
int pause(void)
{
    pthread_testcancel();
    errno = EINTR;
    return -1;
}

int sigsuspend(const sigset_t *set)
{
    return pause();
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    pthread_testcancel();
    *number = (int)__boolprog_choose(1, NUMBER - 1);
    return 0;
}

int sigaction(int number, const struct sigaction *restrict to, struct sigaction *restrict before)
{
    if (!is_signal(number))
        return -1;
    __boolprog_begin();
    handler *old = handlers[number];
    if (to != NULL)
        handlers[number] = to->sa_handler;
    __boolprog_end();
    if (to != NULL)
        __boolprog_interrupts(to->sa_handler);
    if (before != NULL) {
        memset(before, 0, sizeof *before);
        before->sa_handler = old;
    }
    return 0;
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, -1, sizeof *set);
    return 0;
}

#define WORD(set, number) (set)->__bits[((unsigned)(number) - 1) / (8 * sizeof(long))]
#define BIT(number) (1UL << ((unsigned)(number) - 1) % (8 * sizeof(long)))

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    WORD(set, number) |= BIT(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    WORD(set, number) &= ~BIT(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return is_signal(number) ? (WORD(set, number) & BIT(number)) != 0 : -1;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (before != NULL)
        sigemptyset(before);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    return sigprocmask(how, set, before);
}
