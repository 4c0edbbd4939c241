// expect: unsafe
// The end of `main` calls it, as `exit` does.
#include <assert.h>
#include <stdlib.h>
int started;
void end(void) { assert(started == 0); }
int main() { atexit(end); started = 1; assert(started == 1); }
