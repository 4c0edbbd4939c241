// ends: fault pointer
// More bytes are filled than there can be.
#include <string.h>
static char a[10]; int main(void) {
    memset(a, 1, (size_t)-1); return 0;
}
