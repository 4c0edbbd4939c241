// refused: 3: Not supported: the value of a text or of a function without a result.
char *text;
int main() { text = "abc"; }
