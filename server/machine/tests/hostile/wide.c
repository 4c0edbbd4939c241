// ends: exit 0
// Fields that are wider than any text may be.
#include <stdio.h>
int main(void) {
    for (int i = 0; i < 1000; i++) printf("%1000000000d%60000000d", 1, 2);
}
