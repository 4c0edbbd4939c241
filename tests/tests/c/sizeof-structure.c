// expect: safe
struct pair { char a; int b; short c; } x, xs[3];
int main() { assert(sizeof x == 12 && sizeof(struct pair) * 3 == sizeof xs && sizeof xs / sizeof xs[0] == 3); }
