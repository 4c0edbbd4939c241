// expect: safe
#include <assert.h>
#include <libgen.h>
#include <string.h>

/* POSIX: slashes at the end are no part of the last name. */
int main(void)
{
    char file[] = "/usr/lib//", same[] = "/usr/lib//", root[] = "//", name[] = "lib", again[] = "lib";
    assert(strcmp(basename(file), "lib") == 0);
    assert(strcmp(dirname(same), "/usr") == 0);
    assert(strcmp(basename(root), "/") == 0);
    assert(strcmp(dirname(root), "/") == 0);
    assert(strcmp(basename(name), "lib") == 0);
    assert(strcmp(dirname(again), ".") == 0);
    return 0;
}
