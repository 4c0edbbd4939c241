// refused: 3: Not supported: a macro with `...` (`LOG`).
#define LOG(...) f(__VA_ARGS__)
int main() { LOG(1); }
