// expect: safe
// `sigwait` gives a signal of its set.
#include <assert.h>
#include <signal.h>

int main(void) {
  sigset_t set;
  int got;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  sigwait(&set, &got);
  assert(got == SIGUSR1);
}
