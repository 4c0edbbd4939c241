// expect: safe
#include <assert.h>
#include <signal.h>

int main(void) { assert(signal(SIGKILL, SIG_IGN) == SIG_ERR); }
