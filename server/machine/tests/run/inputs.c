// fault: assertion 9
// runs: 200
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) { int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 10);
    assert(x != 7);
    return 0;
}
