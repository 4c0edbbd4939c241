// refused: 4: No label `done` is in this function: add it, or correct its name.
#include <assert.h>
int main(void) {
  if (0) goto done;
  assert(1);
}
