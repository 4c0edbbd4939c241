// ends: stopped
// Many elements are sorted.
#include <stdlib.h>

static int a[1000000];

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

int main(void) {
    for (int i = 0; i < 1000000; i++) a[i] = rand();
    qsort(a, 1000000, sizeof *a, compare);
    return 0;
}
