// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <dirent.h>

int called;

int visit(const struct dirent *entry) { called = 1; return 0; }

int main() {
  struct dirent **found;
  scandir("/", &found, visit, 0);
  assert(!called);
}
