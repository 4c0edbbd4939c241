void f(int n) {
    break;
    continue;
    case 1: ;
    default: ;
    switch (n) { case 1: case 1: ; case 0 ... 5: ; default: default: ; }
    while (1) { n = ; }
    if n > 0) n = 1;
    n = 1
    n = 2;
    else n = 3;
    l: l: ;
    void inner(void) { }
    case_without: n = (1;
}
int after = 1;
