// expect: unsafe
#include <assert.h>
typedef int word __attribute__((aligned(16)));
struct pair { char tag; word value; };
int main(void) { assert(sizeof(struct pair) == 8); }
