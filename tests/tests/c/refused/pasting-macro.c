// refused: 4: Not supported: `#` and `##` in a macro (`NAME`).
#define NAME(x) x##_1
int x_1;
int main() { return NAME(x); }
