// expect: unsafe
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t stopped;
void stop(int number) { stopped = 1; }
int main() { signal(SIGINT, stop); raise(SIGINT); assert(!stopped); }
