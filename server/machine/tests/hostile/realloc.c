// ends: stopped
// An object that grows byte by byte.
#include <stdlib.h>
int main(void) {
    char *p = 0; for (size_t n = 1;; n++) { p = realloc(p, n); if (!p) return 1; p[n - 1] = 1; }
}
