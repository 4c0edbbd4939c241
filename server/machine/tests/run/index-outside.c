// fault: index 4
int main(void) {
    int a[2] = {0}, i = 2;n    return a[i];
    return 0;
}
