// expect: unknown --timeout 5
void f(int n) { f(1); }
int main() { f(1); assert(0); }
