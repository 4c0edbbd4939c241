// expect: unsafe
#include <assert.h>
struct __attribute__((packed)) header { char kind; short length; int sum; };
int main(void) { assert(sizeof(struct header) == 8); }
