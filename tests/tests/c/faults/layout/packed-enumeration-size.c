// expect: unsafe
#include <assert.h>
enum color { RED, GREEN } __attribute__((packed));
int main(void) { assert(sizeof(enum color) >= 4); }
