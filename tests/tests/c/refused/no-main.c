// refused: 1: There is no function `main`, with which the program begins.
int f(void) { return 1; }
