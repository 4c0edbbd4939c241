// refused: 3: `##` does not make a token here.
#define JOIN(a, b) a ## b
int main() { int x = JOIN(x, +); }
