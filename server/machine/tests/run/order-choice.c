// fault: assertion 13
// runs: 40
#include <assert.h>

static int x;

static int bump(void) { x = 1; return 0; }

int main(void)
{
    int r = x + bump();
    // gcc calls first.
    assert(r == 0);
    return 0;
}
