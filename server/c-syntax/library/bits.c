/* Counting bits, as GNU C offers it without a header. */
#include <strings.h>
#include <boolprog/machine.h>

/* Bits of the types. */
#define WIDTH(n) ((int)sizeof(n) * 8)

static int ones(unsigned long long n)
{
    int count = 0;
    for (; n != 0; n &= n - 1)
        count++;
    return count;
}

static int zeros_below(unsigned long long n)
{
    int count = 0;
    for (; (n & 1) == 0; n >>= 1)
        count++;
    return count;
}

/* The number of the highest bit that is set. */
static int highest(unsigned long long n)
{
    int bit = -1;
    for (; n != 0; n >>= 1)
        bit++;
    return bit;
}

static void check_not_zero(unsigned long long n)
{
    require(n != 0, "A count of the zeros of 0 is asked for, which GNU C leaves undefined.");
}

int __builtin_popcount(unsigned n)
{
    return ones(n);
}

int __builtin_popcountl(unsigned long n)
{
    return ones(n);
}

int __builtin_popcountll(unsigned long long n)
{
    return ones(n);
}

int __builtin_parity(unsigned n)
{
    return ones(n) & 1;
}

int __builtin_parityl(unsigned long n)
{
    return ones(n) & 1;
}

int __builtin_parityll(unsigned long long n)
{
    return ones(n) & 1;
}

int __builtin_ctz(unsigned n)
{
    check_not_zero(n);
    return zeros_below(n);
}

int __builtin_ctzl(unsigned long n)
{
    check_not_zero(n);
    return zeros_below(n);
}

int __builtin_ctzll(unsigned long long n)
{
    check_not_zero(n);
    return zeros_below(n);
}

int __builtin_clz(unsigned n)
{
    check_not_zero(n);
    return WIDTH(n) - 1 - highest(n);
}

int __builtin_clzl(unsigned long n)
{
    check_not_zero(n);
    return WIDTH(n) - 1 - highest(n);
}

int __builtin_clzll(unsigned long long n)
{
    check_not_zero(n);
    return WIDTH(n) - 1 - highest(n);
}

int __builtin_clrsb(int n)
{
    return WIDTH(n) - 2 - highest((unsigned)(n < 0 ? ~n : n));
}

int __builtin_clrsbl(long n)
{
    return WIDTH(n) - 2 - highest((unsigned long)(n < 0 ? ~n : n));
}

int __builtin_clrsbll(long long n)
{
    return WIDTH(n) - 2 - highest((unsigned long long)(n < 0 ? ~n : n));
}

int __builtin_ffs(int n)
{
    return n == 0 ? 0 : zeros_below((unsigned)n) + 1;
}

int __builtin_ffsl(long n)
{
    return n == 0 ? 0 : zeros_below((unsigned long)n) + 1;
}

int __builtin_ffsll(long long n)
{
    return n == 0 ? 0 : zeros_below((unsigned long long)n) + 1;
}

int ffs(int n)
{
    return __builtin_ffs(n);
}

int ffsl(long n)
{
    return __builtin_ffsl(n);
}

int ffsll(long long n)
{
    return __builtin_ffsll(n);
}

unsigned short __builtin_bswap16(unsigned short n)
{
    return (unsigned short)(n << 8 | n >> 8);
}

unsigned __builtin_bswap32(unsigned n)
{
    return (unsigned)__builtin_bswap16((unsigned short)n) << 16 | __builtin_bswap16((unsigned short)(n >> 16));
}

unsigned long long __builtin_bswap64(unsigned long long n)
{
    return (unsigned long long)__builtin_bswap32((unsigned)n) << 32 | __builtin_bswap32((unsigned)(n >> 32));
}
