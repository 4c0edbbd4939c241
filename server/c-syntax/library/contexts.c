/* Contexts (POSIX): who goes on in another one leaves what the machine knows. */
#include <ucontext.h>
#include <boolprog/machine.h>

#define UNKNOWN "Contexts are not known: use threads."

int getcontext(ucontext_t *context)
{
    __boolprog_unsupported(UNKNOWN);
}

int setcontext(const ucontext_t *context)
{
    __boolprog_unsupported(UNKNOWN);
}

void makecontext(ucontext_t *context, void (*start)(void), int count, ...)
{
    __boolprog_unsupported(UNKNOWN);
}

int swapcontext(ucontext_t *restrict from, const ucontext_t *restrict to)
{
    __boolprog_unsupported(UNKNOWN);
}
