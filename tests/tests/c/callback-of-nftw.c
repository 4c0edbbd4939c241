// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <ftw.h>

int called;

int visit(const char *name, const struct stat *of, int kind, struct FTW *at) { called = 1; return 0; }

int main() {
  nftw("/", visit, 8, 0);
  assert(!called);
}
