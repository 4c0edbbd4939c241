// refused: 2: Not supported: an initialiser without inner braces that gives a size.
int table[][2] = {1, 2, 3, 4};

int main() { return table[1][1]; }
