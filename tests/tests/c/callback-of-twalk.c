// expect: unknown
// The library may call a function that it gets.
#include <assert.h>
#include <search.h>

int called;

void visit(const void *node, VISIT order, int level) { called = 1; }

int main() {
  twalk(&called, visit);
  assert(!called);
}
