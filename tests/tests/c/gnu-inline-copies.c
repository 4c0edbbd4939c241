// expect: safe
// What gcc writes of a header when it optimises: copies of functions of the library, and of functions that nobody else defines.
#include <assert.h>
extern int tolower(int);
extern __inline __attribute__((__gnu_inline__)) int tolower(int c) { return c; }
extern __inline __attribute__((__gnu_inline__)) int twice(int c) { return 2 * c; }
int main() {
  assert(tolower('A') == 'a');
  assert(twice(2) == 4);
}
