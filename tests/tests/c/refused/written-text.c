// refused: 4: Not supported: `snprintf`: functions on texts.
#include <stdio.h>
char text[8];
int main() { snprintf(text, 8, "%d", 1); }
