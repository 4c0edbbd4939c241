// expect: safe
// `abort` is in the same file of the library as `sleep`.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int slept;
unsigned sleep(unsigned seconds) { slept += seconds; return 0; }
int main() {
  sleep(2);
  if (slept != 2) abort();
  assert(slept == 2);
}
