// Overlapping bytes are copied by the function that must not.
#include <string.h>

int main(void)
{
    char line[8] = "abcdef";
    memmove(line + 1, line, 5);
    memcpy(line + 1, line, 5); // fault: misuse
}
