// expect: unsafe
// A handler with three parameters is called with them.
#include <assert.h>
#include <signal.h>

int got;

void handle(int number, siginfo_t *information, void *context) { got = information->si_signo; }

int main(void) {
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  assert(got != SIGUSR1);
}
