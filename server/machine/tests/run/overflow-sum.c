// fault: overflow 4
int main(void) {
    int big = 2147483647;n    return big + 1;
    return 0;
}
