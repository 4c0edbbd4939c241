// expect: safe
// An endless loop that does nothing, after a branch.
#include <assert.h>

int any(void);
int x;

int main(void) {
    if (any())
        assert(x == 0);
    while (1)
        ;
}
