// expect: unsafe
// Threads that begin within `main` are told apart by what they call: it takes one that raises and two that lower.
#include <assert.h>
int value, is_raised;
void raise_it(void) {
  value = 1;
  is_raised = 1;
}
void lower_it(void) {
  if (is_raised) {
    int before = value;
    assert(before == value);
    value = before - 1;
  }
}
int main() {
  while (1) {
    if (nondet_bool()) {
    __CPROVER_ASYNC_01: raise_it();
    } else {
    __CPROVER_ASYNC_02: lower_it();
    }
  }
}
