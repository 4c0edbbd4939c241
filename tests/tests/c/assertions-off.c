// expect: safe
#define NDEBUG
#include <assert.h>
int x;
int main() {
  assert(x == 1);
#undef NDEBUG
#include <assert.h>
  assert(x == 0);
}
