// expect: safe
#include <assert.h>
#include <stddef.h>
struct pair { char first; int second; };
int main() { assert(offsetof(struct pair, second) == 4); }
