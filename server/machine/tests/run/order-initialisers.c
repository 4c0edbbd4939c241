// fault: assertion 12
// runs: 40
// The parts of an initialiser are evaluated in any order, but one after the other (C11 6.7.9p23).
#include <assert.h>

static int count;
static int next(void) { return count++; }

int main(void) {
    int n = 0, own[3] = {n++, n++, n++};
    assert(own[0] + own[1] + own[2] == 3);
    int both[2] = {next(), next()}; assert(both[0] < both[1]);
    int again[2] = {[0] = next(), [0] = 7};
    assert(again[0] == 7);
    return 0;
}
