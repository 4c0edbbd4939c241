// refused: 2: Not supported: the character 'ab'.
int main() { return 'ab'; }
