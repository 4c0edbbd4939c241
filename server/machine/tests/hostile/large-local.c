// ends: fault stack
// A variable that is larger than the memory.
int main(void) {
    char a[300000000]; a[0] = 1; return a[0];
}
