// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <ftw.h>

int called;

int visit(const char *name, const struct stat *of, int kind) { called = 1; return 0; }

int main() {
  ftw("/", visit, 8);
  assert(!called);
}
