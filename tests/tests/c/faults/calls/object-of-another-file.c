// expect: unsafe
// known gap: unknown
// A function of another file changes an object that is defined there.
#include <assert.h>
extern int state;
void step(void);
int main() { int before = state; step(); assert(state == before); }
