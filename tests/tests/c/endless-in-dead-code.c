// expect: unsafe
// Loops in a branch that is never taken.
#include <assert.h>

int any(void);

int main(void) {
    int first = any();
    unsigned long left = 1;
    unsigned count = 250;
    signed char step = 1;
    for (left = 250; left-- > 0; left--)
        ;
    if (count != 7) {
    } else {
        switch (first) {
        case 0:
            for (count = 0; count < 7; count++) {
                left += 3;
            case 1:;
            }
        }
        for (left = step; left != 3; left++)
            ;
        for (step = 10; step < 127; step += 2)
            count += left;
    }
    assert(count < 100);
    return 0;
}
