// expect: unsafe
int main() { return 1 << 32; }
