// expect: unsafe
#include <assert.h>
struct line { short used; } __attribute__((aligned(32)));
int main(void) { assert(sizeof(struct line) < 32); }
