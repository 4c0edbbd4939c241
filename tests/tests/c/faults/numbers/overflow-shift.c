// expect: unsafe --property overflow
int main() { int i = -1; return i << 1; }
