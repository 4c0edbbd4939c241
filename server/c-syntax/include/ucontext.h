/* POSIX: what a thread is about to do. */
#ifndef _UCONTEXT_H
#define _UCONTEXT_H 1

#include <bits/sigset.h>
#include <bits/sigstack.h>

#ifdef __LP64__
typedef long long greg_t;
#define NGREG 23
#else
typedef int greg_t;
#define NGREG 19
#endif
typedef greg_t gregset_t[NGREG];

typedef struct {
    gregset_t gregs;
    void *fpregs;
#ifdef __LP64__
    unsigned long long __reserved[8];
#else
    unsigned long oldmask, cr2;
#endif
} mcontext_t;

typedef struct ucontext_t {
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
    stack_t uc_stack;
    mcontext_t uc_mcontext;
    sigset_t uc_sigmask;
#ifdef __LP64__
    unsigned long __registers[64];
    unsigned long long __stacks[4];
#else
    unsigned long __registers[28];
    unsigned long __stacks[4];
#endif
} ucontext_t;

#ifdef __LP64__
enum { REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX,
       REG_RAX, REG_RCX, REG_RSP, REG_RIP, REG_EFL, REG_CSGSFS, REG_ERR, REG_TRAPNO, REG_OLDMASK, REG_CR2 };
#else
enum { REG_GS, REG_FS, REG_ES, REG_DS, REG_EDI, REG_ESI, REG_EBP, REG_ESP, REG_EBX, REG_EDX, REG_ECX, REG_EAX, REG_TRAPNO,
       REG_ERR, REG_EIP, REG_CS, REG_EFL, REG_UESP, REG_SS };
#endif

int getcontext(ucontext_t *);
int setcontext(const ucontext_t *);
void makecontext(ucontext_t *, void (*)(void), int, ...);
int swapcontext(ucontext_t *restrict, const ucontext_t *restrict);

#endif
