// refused: 2: Other names for functions are not read: use the name of the function.
int other(void) __attribute__((alias("function")));
int function(void) { return 1; }
int main() { return other(); }
