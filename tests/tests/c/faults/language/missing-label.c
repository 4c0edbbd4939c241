// refused: 4: There is no label `done`.
#include <assert.h>
int main(void) {
  goto done;
  assert(0);
}
