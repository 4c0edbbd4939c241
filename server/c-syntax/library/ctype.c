/* Classes of characters in the locale "C" (C11 7.4). */
#include <ctype.h>
#include <boolprog/machine.h>

#define check(c) require((c) >= -1 && (c) <= 255, "A function of <ctype.h> gets what is no unsigned char and not EOF (C11 7.4p1).")
#define between(c, first, last) ((c) >= (first) && (c) <= (last))

/* The bits by which the GNU library classifies characters. */
enum {
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15,
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3
};

static int classes(int c)
{
    if (between(c, 'A', 'Z'))
        return UPPER | ALPHA | ALNUM | PRINT | GRAPH | (c <= 'F' ? XDIGIT : 0);
    if (between(c, 'a', 'z'))
        return LOWER | ALPHA | ALNUM | PRINT | GRAPH | (c <= 'f' ? XDIGIT : 0);
    if (between(c, '0', '9'))
        return DIGIT | XDIGIT | ALNUM | PRINT | GRAPH;
    if (c == ' ')
        return SPACE | BLANK | PRINT;
    if (between(c, '!', '~'))
        return PUNCT | PRINT | GRAPH;
    if (c == '\t')
        return SPACE | BLANK | CNTRL;
    if (between(c, '\n', '\r'))
        return SPACE | CNTRL;
    return between(c, 0, 31) || c == 127 ? CNTRL : 0;
}

/* Any number but zero says yes (C11 7.4p1). */
static int is(int c, int bits)
{
    check(c);
    int found = classes(c) & bits;
    return found && __boolprog_choose(0, 1) ? 1 : found;
}

int isalnum(int c)
{
    return is(c, ALNUM);
}

int isalpha(int c)
{
    return is(c, ALPHA);
}

int isblank(int c)
{
    return is(c, BLANK);
}

int iscntrl(int c)
{
    return is(c, CNTRL);
}

int isdigit(int c)
{
    return is(c, DIGIT);
}

int isgraph(int c)
{
    return is(c, GRAPH);
}

int islower(int c)
{
    return is(c, LOWER);
}

int isprint(int c)
{
    return is(c, PRINT);
}

int ispunct(int c)
{
    return is(c, PUNCT);
}

int isspace(int c)
{
    return is(c, SPACE);
}

int isupper(int c)
{
    return is(c, UPPER);
}

int isxdigit(int c)
{
    return is(c, XDIGIT);
}

int isascii(int c)
{
    return between(c, 0, 127);
}

int toascii(int c)
{
    return c & 127;
}

int tolower(int c)
{
    check(c);
    return between(c, 'A', 'Z') ? c - 'A' + 'a' : c;
}

int toupper(int c)
{
    check(c);
    return between(c, 'a', 'z') ? c - 'a' + 'A' : c;
}

/* The tables that the macros of the GNU library read, from -128 on; made when they are first asked for. */

static unsigned short class_table[384];
static int lower_table[384], upper_table[384];
static const unsigned short *class_zero;
static const int *lower_zero, *upper_zero;

static void make_tables(void)
{
    for (int c = -128; c < 256; c++) {
        class_table[c + 128] = (unsigned short)classes(c);
        lower_table[c + 128] = between(c, 'A', 'Z') ? c - 'A' + 'a' : c;
        upper_table[c + 128] = between(c, 'a', 'z') ? c - 'a' + 'A' : c;
    }
    lower_zero = lower_table + 128;
    upper_zero = upper_table + 128;
    class_zero = class_table + 128;
}

static void need_tables(void)
{
    __boolprog_begin();
    if (class_zero == 0)
        make_tables();
    __boolprog_end();
}

const unsigned short **__ctype_b_loc(void)
{
    need_tables();
    return &class_zero;
}

const int **__ctype_tolower_loc(void)
{
    need_tables();
    return &lower_zero;
}

const int **__ctype_toupper_loc(void)
{
    need_tables();
    return &upper_zero;
}
