// expect: refused
// says: This is no compilation database, which is a list of entries as JSON
#include <assert.h>
int main(void) {
  assert(1);
}
