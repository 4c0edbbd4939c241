// fault: assertion
// runs: 40
// The place that is assigned to may be found before or after the value (C11 6.5.16p3).
#include <assert.h>

static int index, elements[2];
static int change(void) {
    index = 1;
    return 5;
}

int main(void) {
    elements[index] = change();
    assert(elements[0] == 5);
    return 0;
}
