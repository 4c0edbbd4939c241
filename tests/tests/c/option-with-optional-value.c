// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

/* An optional value is in the same word (GNU). */
int main(void)
{
    char *apart[] = {"program", "-a", "x", NULL}, *together[] = {"program", "-ax", NULL};
    assert(getopt(3, apart, "a::") == 'a');
    assert(optarg == NULL && optind == 2);
    optind = 1;
    assert(getopt(2, together, "a::") == 'a');
    assert(optarg != NULL && *optarg == 'x');
    return 0;
}
