// refused: 4: No label `done` is in this function: add it, or correct its name.
#include <assert.h>
int main(void) {
  goto done;
  assert(0);
}
