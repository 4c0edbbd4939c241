// expect: unsafe
// Whether equal texts are one array is not said.
#include <assert.h>
const char *first = "yes";
int main(void) {
  const char *second = "yes";
  if (first == second) assert(0);
}
