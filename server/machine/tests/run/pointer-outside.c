// fault: pointer 4
int main(void) {
    int x = 0, *p = &x;n    return *(p + 2);
    return 0;
}
