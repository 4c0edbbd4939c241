// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <signal.h>

int called;

void visit(union sigval of) { called = 1; }

int main() {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = visit};
  timer_create(0, &event, &timer);
  assert(!called);
}
