/* The function that the macro `assert` calls if its condition does not hold (C11 7.2). */
#include <stdio.h>
#include <string.h>
#include <boolprog/machine.h>

_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    char text[256];
    snprintf(text, sizeof text, "The assertion `%s` does not hold.", condition);
    __boolprog_check("assertion", 0, text);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
    __boolprog_exit(134);
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    __assert_fail(strerror(error), file, line, function);
}

_Noreturn void __assert(const char *condition, const char *file, int line)
{
    __assert_fail(condition, file, (unsigned)line, "");
}
