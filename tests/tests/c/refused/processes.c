// refused: 2: Not supported: `fork`: processes.
int main() { return fork(); }
