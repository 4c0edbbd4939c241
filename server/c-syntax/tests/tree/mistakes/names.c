int counter;
itn typo;
struct point { int horizontal; } p;
int f(int a) {
    contuer = 1;
    p.horizonal = 2;
    undeclared = 3;
    undeclared = 4;
    goto nowhere;
    int a;
    struct unknown u;
    return couter;
}
int f(int a) { return a; }
char counter;
