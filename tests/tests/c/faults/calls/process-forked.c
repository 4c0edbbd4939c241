// expect: safe
// known gap: unknown
#include <assert.h>
#include <unistd.h>
int x;
int main() { if (fork() == 0) x = 1; else assert(x == 0); }
