// expect: refused --link other.c
// says: `count` is also defined in main.c:5. Make one of the definitions `static`, rename it, or leave one of the files out.
// says: other.c:1:5
#include <assert.h>
int count;
int main(void) {
  assert(!count);
}
