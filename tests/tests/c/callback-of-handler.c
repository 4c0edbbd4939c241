// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <signal.h>

int called;

void visit(int number, siginfo_t *of, void *at) { called = of->si_addr != 0 || number; }

int main() {
  struct sigaction action = {.sa_sigaction = visit, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, 0);
  assert(!called);
}
