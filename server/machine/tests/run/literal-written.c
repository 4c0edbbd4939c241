// fault: pointer 4
int main(void) {
    char *text = "abc";n    text[0] = 'x';
    return 0;
}
