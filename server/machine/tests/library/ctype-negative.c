// A character beyond ASCII is classified as a negative number.
#include <ctype.h>

int main(void)
{
    signed char letter = -60;
    return isalpha(letter); // fault: misuse
}
