// expect: unsafe
int main() { char *text = "abc"; int i = 4; return text[i]; }
