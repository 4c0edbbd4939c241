// expect: safe
#include <assert.h>

/* Smaller priorities come first, and last what has none; at the end it is the other way round (GNU C). */
static int order;

__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }

__attribute__((destructor(101))) static void last(void) { assert(order == 12345); }
__attribute__((destructor(200))) static void before(void) { order = order * 10 + 5; }
__attribute__((destructor)) static void at_end(void) { order = order * 10 + 4; }

int main(void)
{
    assert(order == 123);
    return 0;
}
