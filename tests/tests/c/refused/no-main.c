// refused: 1: There is no function `main` (`--function` names another).
int f(void) { return 1; }
