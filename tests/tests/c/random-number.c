// expect: safe
#include <assert.h>
#include <stdlib.h>
int main() {
  int number = rand();
  unsigned seed = 1;
  assert(number >= 0 && random() % 10 >= 0 && rand_r(&seed) >= 0);
}
