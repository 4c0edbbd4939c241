// expect: safe
#include <assert.h>
#include <ctype.h>
#include <wctype.h>

int main(void) {
    assert(isalpha('a') && isdigit('7') && isspace(' ') && !ispunct('x') && iswxdigit('f'));
    for (int c = 0; c < 128; c++)
        assert(isalnum(c) ? isalpha(c) || isdigit(c) : !isupper(c) && !islower(c));
}
