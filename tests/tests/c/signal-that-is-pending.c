// expect: safe
#include <assert.h>
#include <signal.h>

int main() {
  sigset_t blocked, pending;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_SETMASK, &blocked, 0);
  raise(SIGUSR1);
  assert(sigpending(&pending) == 0);
  assert(sigismember(&pending, SIGUSR1) && !sigismember(&pending, SIGUSR2));
}
