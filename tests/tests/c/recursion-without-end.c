// expect: unknown --timeout 2
void f(int n) { f(1); }
int main() { f(1); assert(0); }
