// expect: unsafe
// C says no more than that the result is not zero.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isalpha('a') == 1024);
}
