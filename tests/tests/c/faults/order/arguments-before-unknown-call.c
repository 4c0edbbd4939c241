// expect: safe
// All arguments are evaluated before the function can change anything.
#include <assert.h>
void probe(int *reading, int scale);
int main(void) {
  int reading = 4, kept;
  probe(&reading, 100 % reading);
  reading = 4;
  probe(&reading, kept = reading);
  assert(kept == 4);
}
