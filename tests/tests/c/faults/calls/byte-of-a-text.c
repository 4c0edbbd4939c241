// expect: unsafe
#include <stdio.h>
int main(void) { assert(snprintf(0, 0, "%s", "\xff") == 3); }
