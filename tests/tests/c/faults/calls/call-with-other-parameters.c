// expect: unsafe
// A function is called through a pointer of another type.
#include <assert.h>
int half(int of) { return of / 2; }
int main(void) {
  void *any = (void *)half;
  int (*both)(int, int) = (int (*)(int, int))any;
  assert(both(8, 3) == 4);
}
