// expect: unknown
// The function may give the address of `limit`, since others can name it.
#include <assert.h>

int limit = 3;

int *find_limit(void);

int main() {
  int *found = find_limit();
  if (found)
    *found = 4;
  assert(limit == 3);
}
