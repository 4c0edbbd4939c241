/* Integers: arithmetic functions, and numbers that texts show (C11 7.22.1, 7.22.6). */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <boolprog/machine.h>

int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n)
{
    return n < 0 ? -n : n;
}

div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    return (imaxdiv_t){a / b, a % b};
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* The number at the beginning of a text, by its absolute value: too large ones are ULLONG_MAX, and `is_large` is set. */
static unsigned long long read(const char *text, char **end, int base, int *is_negative, int *is_large)
{
    const char *at = text;
    unsigned long long value = 0;
    if (end != NULL)
        *end = (char *)text;
    *is_negative = *is_large = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (isspace((unsigned char)*at))
        at++;
    if (*at == '-' || *at == '+')
        *is_negative = *at++ == '-';
    if ((base == 0 || base == 16) && *at == '0' && (at[1] | 32) == 'x' && digit(at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    const char *first = at;
    for (; digit(*at) < base; at++) {
        unsigned long long before = value;
        value = before * (unsigned)base + (unsigned)digit(*at);
        if (before > (ULLONG_MAX - (unsigned)digit(*at)) / (unsigned)base)
            *is_large = 1;
    }
    if (at != first && end != NULL)
        *end = (char *)at;
    return *is_large ? ULLONG_MAX : value;
}

static long long read_signed(const char *text, char **end, int base, long long least, long long greatest)
{
    if (end == NULL && base == 10 && __boolprog_is_argument(text)) {
        char first = *text;
        long long number = __boolprog_argument_number(text);
        return number < least ? least : number > greatest ? greatest : number;
    }
    int is_negative, is_large;
    unsigned long long value = read(text, end, base, &is_negative, &is_large);
    unsigned long long limit = (unsigned long long)greatest + (unsigned)is_negative;
    if (value > limit) {
        errno = ERANGE;
        return is_negative ? least : greatest;
    }
    if (is_negative && value == limit)
        return least;
    return is_negative ? -(long long)value : (long long)value;
}

static unsigned long long read_unsigned(const char *text, char **end, int base, unsigned long long greatest)
{
    int is_negative, is_large;
    unsigned long long value = read(text, end, base, &is_negative, &is_large);
    if (is_large || value > greatest) {
        errno = ERANGE;
        return greatest;
    }
    return is_negative ? -value : value;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)read_signed(text, end, base, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return read_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
    return read_signed(text, end, base, INTMAX_MIN, INTMAX_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)read_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return read_unsigned(text, end, base, ULLONG_MAX);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
    return read_unsigned(text, end, base, UINTMAX_MAX);
}

/* Names that the headers of the GNU library give them for C23. */

long __isoc23_strtol(const char *restrict text, char **restrict end, int base)
{
    return strtol(text, end, base);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base)
{
    return strtoll(text, end, base);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base)
{
    return strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base)
{
    return strtoull(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

static double read_floating(const char *text, char **end, int is_float)
{
    int is_out_of_range;
    double value = __boolprog_number(text, end, is_float, &is_out_of_range);
    if (is_out_of_range)
        errno = ERANGE;
    return value;
}

double strtod(const char *restrict text, char **restrict end)
{
    return read_floating(text, end, 0);
}

float strtof(const char *restrict text, char **restrict end)
{
    return (float)read_floating(text, end, 1);
}

long double strtold(const char *restrict text, char **restrict end)
{
    return read_floating(text, end, 0);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
