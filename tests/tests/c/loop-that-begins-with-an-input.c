// expect: unsafe
// The program begins with known steps up to the test of a loop, whose counter keeps its first value.
#include <assert.h>

int any(void);

int main(void) {
    int count = 5;
    while (any())
        count++;
    assert(count < 5);
    return 0;
}
