// expect: safe
int main() { unsigned x = 65536; assert(x * x == 0); int y = 100000; assert(y * 30000 == -1294967296); }
