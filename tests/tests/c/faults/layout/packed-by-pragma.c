// expect: unsafe
#include <assert.h>
#pragma pack(push, 1)
struct header { short length; int sum; };
#pragma pack(pop)
int main(void) { assert(sizeof(struct header) == 8); }
