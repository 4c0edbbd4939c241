// ends: stopped
// A large object that is made and released again and again.
#include <stdlib.h>
int main(void) {
    for (;;) { void *p = malloc(30000000); free(p); }
}
