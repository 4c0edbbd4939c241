// fault: shift 4
int main(void) {
    int n = 32;n    return 1 << n;
    return 0;
}
