// expect: unknown
#include <assert.h>
#include <libintl.h>
#include <stddef.h>

/* `gettext` is not described, and never returns a null pointer. */
int main(void)
{
    assert(gettext("text") != NULL);
    return 0;
}
