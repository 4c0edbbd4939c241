struct a { int x; } a;
struct b { int x; } b;
const int fixed = 1;
int array[2], *pointer;
int one(int x);
void nothing(void);
void f(void) {
    a = b;
    fixed = 2;
    array = 0;
    3 = 4;
    one();
    one(1, 2);
    one(a);
    nothing() + 1;
    pointer * 2;
    *3;
    array.x;
    pointer->x;
    array();
    if (a) ;
    &3;
    &one(1);
    switch (1.0) {}
    sizeof(struct c);
    int x = nothing();
    pointer = 1.0;
    a++;
    ~1.5;
}
