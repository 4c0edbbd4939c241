// expect: safe
#include <assert.h>
#ifndef __GNUC__
#error another compiler is needed
#endif
int main(void) { assert(__GNUC__ >= 4); }
