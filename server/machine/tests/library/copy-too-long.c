// A text is copied that does not fit.
#include <string.h>

int main(void)
{
    char small[4];
    strcpy(small, "abc");
    strcpy(small, "abcd"); // fault: pointer
}
