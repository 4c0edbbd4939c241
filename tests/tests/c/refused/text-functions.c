// refused: 3: Not supported: `strlen`: functions on texts.
char *text;
int main() { return strlen(text); }
