// expect: unsafe
// "Which element is matched is unspecified."
#include <assert.h>
#include <stdlib.h>

int compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

int main(void) {
  int all[3] = {1, 1, 1}, wanted = 1;
  int *found = bsearch(&wanted, all, 3, sizeof(int), compare);
  assert(found == all + 1);
}
