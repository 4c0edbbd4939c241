// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("settings", "r");
  if (!file)
    return 1;
  int first = fgetc(file);
  assert(first >= -1 && first < 256);
  fclose(file);
}
