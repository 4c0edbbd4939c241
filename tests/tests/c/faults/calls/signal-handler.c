// expect: unsafe
// known gap: unknown
// The signal may come at any time.
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t stopped;
void stop(int number) { stopped = 1; }
int main() { signal(SIGINT, stop); assert(!stopped); }
