// expect: unsafe
char *text;
int main() { return strlen(text); }
