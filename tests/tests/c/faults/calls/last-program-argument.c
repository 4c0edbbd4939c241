// expect: safe
// known gap: unknown
#include <assert.h>
int main(int argc, char **argv) { assert(argv[argc] == 0); }
