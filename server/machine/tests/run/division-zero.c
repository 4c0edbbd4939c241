// fault: division 4
int main(void) {
    int z = 0;n    return 1 / z;
    return 0;
}
