// expect: safe
// The first value of a counter of a loop whose test is an input.
#include <assert.h>

int any(void);

int main(void) {
    int count = 5;
    while (any())
        if (count < 100)
            count++;
    assert(count >= 5);
    return 0;
}
