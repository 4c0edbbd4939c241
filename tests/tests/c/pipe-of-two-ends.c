// expect: safe
// The ends of a pipe differ.
#include <assert.h>
#include <unistd.h>

int main() {
  int ends[2];
  if (pipe(ends) == 0)
    assert(ends[0] > 2 && ends[1] > 2 && ends[0] != ends[1]);
}
