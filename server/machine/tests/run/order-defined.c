// runs: 20
// What is ordered by sequence points has no faults, and one result.
#include <assert.h>

static int same(int n) { return n; }

int main(void) {
    int i = 0, a[3] = {0}, *p = &i;
    i = same(i++);
    assert(i == 0);
    int j = (i++, i);
    assert(j == 1);
    i = i + 1;
    *p = *p + 1;
    assert(i == 3);
    i = i++ && i;
    assert(i == 1);
    a[i++] = 5;
    a[i] = a[i - 1];
    assert(a[1] == 5 && a[2] == 5);
    i = i > 1 ? i-- - 1, i : 0;
    assert(i == 1);
    return 0;
}
