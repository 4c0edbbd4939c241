// ends: fault abort
// Memory that is never released, until there is none.
#include <stdlib.h>

int main(void) {
    for (;;) {
        char *p = malloc(1000);
        if (!p) abort();
        p[0] = 1;
    }
}
