// expect: unsafe
extern int table[3];
int main() { assert(table[1] == 0); }
