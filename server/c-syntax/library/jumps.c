/* Jumps out of functions (C11 7.13), which the machine does not know. */
#include <setjmp.h>
#include <boolprog/machine.h>

int _setjmp(jmp_buf buffer)
{
    __boolprog_unsupported("Jumps out of functions are not known: setjmp is called.");
}

int __sigsetjmp(sigjmp_buf buffer, int mask)
{
    __boolprog_unsupported("Jumps out of functions are not known: sigsetjmp is called.");
}

_Noreturn void longjmp(jmp_buf buffer, int value)
{
    __boolprog_unsupported("Jumps out of functions are not known: longjmp is called.");
}

_Noreturn void _longjmp(jmp_buf buffer, int value)
{
    longjmp(buffer, value);
}

_Noreturn void siglongjmp(sigjmp_buf buffer, int value)
{
    longjmp(buffer, value);
}
