// refused: 3: `##` does not make one token of `x` and `+`.
#define JOIN(a, b) a ## b
int main() { int x = JOIN(x, +); }
