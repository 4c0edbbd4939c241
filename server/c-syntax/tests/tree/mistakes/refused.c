typedef int v4 __attribute__((vector_size(16)));
double _Complex z, w;
v4 g;
v4 f(v4 a) { return a; }
int main(void) {
    v4 a;
    double _Complex q = 1, r[2];
    a = g;
    z = q;
    r[0] = w;
    f(a);
    return undeclared;
}
