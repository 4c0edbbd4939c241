// refused: 3: Not supported: a call of a function that is in a variable.
int (*g)(void);
int main() { return g(); }
