// fault: pointer 4
int main(void) {
    int *p = 0;n    return *p;
    return 0;
}
