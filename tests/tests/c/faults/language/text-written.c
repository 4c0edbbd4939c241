// expect: unsafe
// A text must not be written (C11 6.4.5p7).
int main() { char *text = "abc"; text[0] = 'x'; }
