/* Signals (C11 7.14): the machine executes those that a program raises itself. */
#include <errno.h>
#include <signal.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <boolprog/machine.h>

typedef void handler(int);

enum { NUMBER = 65 };

/* The actions of signals, with the flags and the sets of sigaction; a null pointer is the default action. */
static handler *handlers[NUMBER];
static int flags[NUMBER];
static unsigned long long masks[NUMBER];

/* True if a signal may call a function of the program. */
static int is_caught;

/* The signals that the thread blocks, and those of them that it has raised. */
static _Thread_local unsigned long long blocked, pending;

/* True if the thread has set the signals that it blocks, and the same for any thread. */
static _Thread_local int is_set;
static int is_set_by_some;

#define SIGNAL(number) (1ULL << (((number) - 1) & 63))
#define NEVER_CAUGHT (SIGNAL(SIGKILL) | SIGNAL(SIGSTOP))
#define IGNORED (SIGNAL(SIGCHLD) | SIGNAL(SIGCONT) | SIGNAL(SIGURG) | SIGNAL(SIGWINCH))

static int fail(int error)
{
    errno = error;
    return -1;
}

static int is_signal(int number)
{
    return number > 0 && number < NUMBER;
}

static int can_be_caught(int number)
{
    return is_signal(number) && !(SIGNAL(number) & NEVER_CAUGHT);
}

/* In a section. */
static void set_action(int number, handler *to, int how, unsigned long long mask)
{
    handlers[number] = to;
    flags[number] = how;
    masks[number] = mask;
    is_caught |= to != SIG_DFL && to != SIG_IGN;
}

handler *signal(int number, handler *to)
{
    if (!can_be_caught(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __boolprog_begin();
    handler *before = handlers[number];
    set_action(number, to, SA_RESTART, 0);
    __boolprog_end();
    __boolprog_interrupts(to);
    return before;
}

/* A thread begins with what the one that created it has blocked then (POSIX, pthread_create), which is known if it is nothing. */
static void inherit(void)
{
    if (is_set || __boolprog_self() == 1)
        return;
    is_set = 1;
    __boolprog_begin();
    int may_inherit = is_set_by_some;
    __boolprog_end();
    if (may_inherit)
        __boolprog_unsupported("A thread that sets no signal mask of its own may inherit one: set it by SIG_SETMASK.");
}

static void block(unsigned long long signals)
{
    __boolprog_begin();
    is_set_by_some = 1;
    __boolprog_end();
    is_set = 1;
    blocked = signals;
}

/* Does what is to be done for a signal that is not blocked. Its handler blocks it, unless a flag says otherwise. */
static void act(int number)
{
    __boolprog_begin();
    handler *called = handlers[number];
    int how = flags[number];
    unsigned long long mask = masks[number] | (how & SA_NODEFER ? 0 : SIGNAL(number));
    if (how & SA_RESETHAND)
        handlers[number] = SIG_DFL;
    __boolprog_end();
    if (called == SIG_IGN || (called == SIG_DFL && (SIGNAL(number) & IGNORED)))
        return;
    if (called == SIG_DFL) {
        __boolprog_check("assertion", number != SIGABRT, "The signal SIGABRT is raised.");
        __boolprog_exit(128 + number);
    }
    unsigned long long before = blocked;
    blocked |= mask;
    if (how & SA_SIGINFO) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        info.si_signo = number;
        ((void (*)(int, siginfo_t *, void *))called)(number, &info, NULL);
    } else {
        called(number);
    }
    blocked = before;
}

/* Does what is to be done for the signals that were blocked before. */
static void act_on_pending(void)
{
    while (pending & ~blocked) {
        int number = 1;
        while (!(pending & ~blocked & SIGNAL(number)))
            number++;
        pending &= ~SIGNAL(number);
        act(number);
    }
}

int raise(int number)
{
    if (!is_signal(number))
        return fail(EINVAL);
    inherit();
    if (blocked & SIGNAL(number)) {
        pending |= SIGNAL(number);
        return 0;
    }
    act(number);
    act_on_pending();
    return 0;
}

int kill(pid_t process, int number)
{
    if (number == 0)
        return 0;
    __boolprog_unsupported("Signals are not sent to processes: use raise.");
}

int killpg(pid_t group, int number)
{
    return kill(-group, number);
}

int sigqueue(pid_t process, int number, const union sigval value)
{
    return kill(process, number);
}

/* The signals of a set, and a set of signals. */

static unsigned long long signals_of(const sigset_t *set)
{
    return sizeof(long) == 8 ? set->__bits[0] : set->__bits[0] | (unsigned long long)set->__bits[1] << 32;
}

static void make_set(sigset_t *set, unsigned long long signals)
{
    sigemptyset(set);
    set->__bits[0] = (unsigned long)signals;
    if (sizeof(long) != 8)
        set->__bits[1] = (unsigned long)(signals >> 32);
}

/* Until a signal calls a function; a signal may also come from outside. */
int pause(void)
{
    for (;;) {
        pthread_testcancel();
        __boolprog_begin();
        int may_return = is_caught;
        __boolprog_end();
        if (may_return)
            return fail(EINTR);
    }
}

int sigsuspend(const sigset_t *set)
{
    inherit();
    unsigned long long before = blocked;
    blocked = signals_of(set) & ~NEVER_CAUGHT;
    if (pending & ~blocked)
        act_on_pending();
    else
        pause();
    blocked = before;
    return fail(EINTR);
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    int any;
    do {
        pthread_testcancel();
        any = (int)__boolprog_choose(1, NUMBER - 1);
    } while (!(signals_of(set) & SIGNAL(any)));
    pending &= ~SIGNAL(any);
    *number = any;
    return 0;
}

static int wait_for(const sigset_t *set, siginfo_t *info)
{
    int number;
    sigwait(set, &number);
    if (info != NULL) {
        __boolprog_supply(info, sizeof *info, sizeof *info);
        info->si_signo = number;
    }
    return number;
}

/* A signal that is caught may come instead. */
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    return __boolprog_choose(0, 1) ? fail(EINTR) : wait_for(set, info);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict duration)
{
    return __boolprog_choose(0, 1) ? fail(EAGAIN) : sigwaitinfo(set, info);
}

/* Other programs send no signals that could be pending. */
int sigpending(sigset_t *set)
{
    make_set(set, pending);
    return 0;
}

int sigaction(int number, const struct sigaction *restrict to, struct sigaction *restrict before)
{
    if (!is_signal(number) || (to != NULL && !can_be_caught(number)))
        return fail(EINVAL);
    unsigned long long mask = to != NULL ? signals_of(&to->sa_mask) : 0;
    __boolprog_begin();
    handler *old = handlers[number];
    int old_flags = flags[number];
    unsigned long long old_mask = masks[number];
    if (to != NULL)
        set_action(number, to->sa_handler, to->sa_flags, mask);
    __boolprog_end();
    if (to != NULL)
        __boolprog_interrupts(to->sa_handler);
    if (before != NULL) {
        memset(before, 0, sizeof *before);
        before->sa_handler = old;
        before->sa_flags = old_flags;
        make_set(&before->sa_mask, old_mask);
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
        return fail(EINVAL);
    WORD(set, number) |= BIT(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return fail(EINVAL);
    WORD(set, number) &= ~BIT(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return is_signal(number) ? (WORD(set, number) & BIT(number)) != 0 : fail(EINVAL);
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (set != NULL && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (before != NULL || (set != NULL && how != SIG_SETMASK))
        inherit();
    if (before != NULL)
        make_set(before, blocked);
    if (set != NULL) {
        unsigned long long signals = signals_of(set) & ~NEVER_CAUGHT;
        block(how == SIG_BLOCK ? blocked | signals : how == SIG_UNBLOCK ? blocked & ~signals : signals);
        act_on_pending();
    }
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    int error = pthread_sigmask(how, set, before);
    return error == 0 ? 0 : fail(error);
}
