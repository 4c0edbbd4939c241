// ends: stopped
// Output without an end.
#include <stdio.h>
int main(void) {
    for (;;) printf("%1000000d", 1);
}
