// refused: 2: Not supported: inline assembly.
int main() { asm("nop"); }
