// expect: unsafe --timeout 10
#include <stdio.h>
int main(void) {
  char text[4];
  FILE *file = fopen("settings", "r");
  if (!file)
    return 1;
  fread(text, 1, 5, file);
  fclose(file);
}
