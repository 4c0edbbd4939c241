// fault: call 4
int main(void) {
    int (*f)(int, int) = (int (*)(int, int))main;n    return f(1, 2);
    return 0;
}
