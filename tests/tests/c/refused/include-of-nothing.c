// refused: 2: `#include` takes `<name>` or `"name"`.
#include int x;
int main() { }
