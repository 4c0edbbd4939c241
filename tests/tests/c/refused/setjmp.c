// refused: 3: Not supported: `setjmp`: jumps between functions.
int buffer;
int main() { return setjmp(buffer); }
