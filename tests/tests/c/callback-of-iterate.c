// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <link.h>

int called;

int visit(struct dl_phdr_info *of, size_t size, void *data) { called = 1; return 0; }

int main() {
  dl_iterate_phdr(visit, 0);
  assert(!called);
}
