// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <string.h>

/* This `strerror_r` returns the text. */
int main(void)
{
    char room[64];
    const char *text = strerror_r(EINVAL, room, sizeof room);
    assert(text[0] == 'I');
    return 0;
}
