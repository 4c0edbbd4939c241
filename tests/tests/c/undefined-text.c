// expect: safe
int main() { int a = 1; report("text"); assert(a == 1); }
