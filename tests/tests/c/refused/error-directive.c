// refused: 3: `#error` is reached: choose a mode
#ifndef MODE
#error choose a mode
#endif
int main() { }
