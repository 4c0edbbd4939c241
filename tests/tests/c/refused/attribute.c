// refused: 3: Not supported: the attribute `constructor`.
int x;
__attribute__((constructor)) void start(void) { x = 1; }
int main() { return x; }
