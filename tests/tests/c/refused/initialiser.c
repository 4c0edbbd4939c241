// refused: 4: Not supported: this initialiser.
#include <assert.h>

char text[2] = "abc";

int main() { assert(text[0] == 0); }
