// expect: safe
// The number of processors is taken for granted, which is said with the verdict.
#include <assert.h>
#include <unistd.h>
int main(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  assert(processors == 4);
}
