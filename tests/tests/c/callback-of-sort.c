// expect: unsafe
#include <assert.h>
#include <stdlib.h>

int called, numbers[2] = {2, 1};

int compare(const void *a, const void *b) {
  called = 1;
  return *(const int *)a - *(const int *)b;
}

int main() {
  qsort(numbers, 2, sizeof(int), compare);
  assert(!called);
}
