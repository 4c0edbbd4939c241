// refused: 4: There is no label `done`.
#include <assert.h>
int main(void) {
  if (0) goto done;
  assert(1);
}
