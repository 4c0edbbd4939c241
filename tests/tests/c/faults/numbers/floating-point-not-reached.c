// expect: safe
#include <assert.h>
float third(float of) { return of / 3.0f; }
int main(void) {
  int whole = 3;
  assert(whole == 3);
}
