/* C11 7.14: signals. Handlers are accepted; a signal that the program raises in its own thread is handled at once. */
#ifndef _SIGNAL_H
#define _SIGNAL_H 1

#include <features.h>
#include <time.h>
#include <bits/pthreadtypes.h>
#include <bits/sigevent.h>
#include <bits/sigset.h>
#include <bits/sigstack.h>

#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL SIGIO
#define SIGPWR 30
#define SIGSYS 31
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define _NSIG NSIG
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_ONSTACK 0x08000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef sighandler_t __sighandler_t;
typedef unsigned uid_t;

typedef struct {
    int si_signo, si_errno, si_code;
#ifdef __LP64__
    int __unused;
#endif
    union {
        int __size[sizeof(long) == 8 ? 28 : 29];
        struct {
            pid_t si_pid;
            uid_t si_uid;
            union {
                sigval_t si_value;
                struct {
                    int si_status;
                    clock_t si_utime, si_stime;
                };
            };
        };
        struct {
            int si_timerid, si_overrun;
        };
        struct {
            void *si_addr;
            short si_addr_lsb;
        };
        struct {
            long si_band;
            int si_fd;
        };
    };
} siginfo_t;
#define si_int si_value.sival_int
#define si_ptr si_value.sival_ptr

#define SI_USER 0
#define SI_KERNEL 0x80
#define SI_QUEUE (-1)
#define SI_TIMER (-2)
#define SI_MESGQ (-3)
#define SI_ASYNCIO (-4)
#define SI_TKILL (-6)
#define ILL_ILLOPC 1
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_DUMPED 3
#define CLD_STOPPED 5
#define CLD_CONTINUED 6
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

void (*signal(int, void (*)(int)))(int);
int raise(int);
int kill(pid_t, int);
int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigprocmask(int, const sigset_t *restrict, sigset_t *restrict);
int pthread_sigmask(int, const sigset_t *restrict, sigset_t *restrict);
int pthread_kill(pthread_t, int);
int pthread_sigqueue(pthread_t, int, const union sigval);
int sigaltstack(const stack_t *restrict, stack_t *restrict);
int siginterrupt(int, int);
int sigpending(sigset_t *);
int sigsuspend(const sigset_t *);
int sigwait(const sigset_t *restrict, int *restrict);
int sigwaitinfo(const sigset_t *restrict, siginfo_t *restrict);
int sigtimedwait(const sigset_t *restrict, siginfo_t *restrict, const struct timespec *restrict);
int sigqueue(pid_t, int, const union sigval);
int killpg(pid_t, int);
void psignal(int, const char *);
void psiginfo(const siginfo_t *, const char *);

#endif
