// expect: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("settings", "r");
  assert(file == 0);
}
