// fault: sequence 4
int main(void) {
    int i = 1;n    i = i++;
    return 0;
}
