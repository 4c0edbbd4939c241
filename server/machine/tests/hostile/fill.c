// ends: stopped
// Large blocks that are filled again and again.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(30000000);
    for (int i = 0; i < 1000; i++) memset(p, i, 30000000);
    return 0;
}
