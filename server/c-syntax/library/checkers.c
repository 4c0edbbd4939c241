/* What model checkers offer to programs: inputs, assumptions, errors, steps. */
#include <boolprog/machine.h>

void __VERIFIER_assume(int condition)
{
    if (!condition)
        __boolprog_stop();
}

void __CPROVER_assume(_Bool condition)
{
    if (!condition)
        __boolprog_stop();
}

void assume(int condition)
{
    if (!condition)
        __boolprog_stop();
}

void assume_abort_if_not(int condition)
{
    if (!condition)
        __boolprog_stop();
}

void __VERIFIER_assert(int condition)
{
    __boolprog_check("assertion", condition, "The condition of __VERIFIER_assert does not hold.");
}

void __CPROVER_assert(_Bool condition, const char *text)
{
    __boolprog_check("assertion", condition, text);
}

void __CPROVER_assertion(_Bool condition, const char *text)
{
    __boolprog_check("assertion", condition, text);
}

void __VERIFIER_error(void)
{
    __boolprog_check("assertion", 0, "The function __VERIFIER_error is called.");
}

void reach_error(void)
{
    __boolprog_check("assertion", 0, "The function reach_error is called.");
}

void __VERIFIER_atomic_begin(void)
{
    __boolprog_begin();
}

void __VERIFIER_atomic_end(void)
{
    __boolprog_end();
}

void __CPROVER_atomic_begin(void)
{
    __boolprog_begin();
}

void __CPROVER_atomic_end(void)
{
    __boolprog_end();
}

/* Any number of an integer type. */
#define ANY(type) (type)__boolprog_input((int)sizeof(type), (type)-1 < (type)1)

char __VERIFIER_nondet_char(void)
{
    return ANY(char);
}

signed char __VERIFIER_nondet_schar(void)
{
    return ANY(signed char);
}

unsigned char __VERIFIER_nondet_uchar(void)
{
    return ANY(unsigned char);
}

unsigned char __VERIFIER_nondet_u8(void)
{
    return ANY(unsigned char);
}

short __VERIFIER_nondet_short(void)
{
    return ANY(short);
}

unsigned short __VERIFIER_nondet_ushort(void)
{
    return ANY(unsigned short);
}

unsigned short __VERIFIER_nondet_u16(void)
{
    return ANY(unsigned short);
}

int __VERIFIER_nondet_int(void)
{
    return ANY(int);
}

unsigned __VERIFIER_nondet_uint(void)
{
    return ANY(unsigned);
}

unsigned __VERIFIER_nondet_unsigned(void)
{
    return ANY(unsigned);
}

unsigned __VERIFIER_nondet_u32(void)
{
    return ANY(unsigned);
}

long __VERIFIER_nondet_long(void)
{
    return ANY(long);
}

unsigned long __VERIFIER_nondet_ulong(void)
{
    return ANY(unsigned long);
}

long long __VERIFIER_nondet_longlong(void)
{
    return ANY(long long);
}

unsigned long long __VERIFIER_nondet_ulonglong(void)
{
    return ANY(unsigned long long);
}

unsigned long long __VERIFIER_nondet_u64(void)
{
    return ANY(unsigned long long);
}

size_t __VERIFIER_nondet_size_t(void)
{
    return ANY(size_t);
}

char nondet_char(void)
{
    return ANY(char);
}

short nondet_short(void)
{
    return ANY(short);
}

int nondet_int(void)
{
    return ANY(int);
}

unsigned nondet_uint(void)
{
    return ANY(unsigned);
}

long nondet_long(void)
{
    return ANY(long);
}

unsigned long nondet_ulong(void)
{
    return ANY(unsigned long);
}

_Bool __VERIFIER_nondet_bool(void)
{
    return __boolprog_input(1, 0) & 1;
}

_Bool __VERIFIER_nondet__Bool(void)
{
    return __boolprog_input(1, 0) & 1;
}

_Bool nondet_bool(void)
{
    return __boolprog_input(1, 0) & 1;
}

/* Of the floating numbers, those of an integer. */

float __VERIFIER_nondet_float(void)
{
    return (float)__boolprog_input(4, 1);
}

double __VERIFIER_nondet_double(void)
{
    return (double)__boolprog_input(4, 1);
}

void *__VERIFIER_nondet_pointer(void)
{
    return (void *)0;
}
