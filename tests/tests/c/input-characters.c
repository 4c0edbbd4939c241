// expect: safe --timeout 15
#include <assert.h>
#include <stdio.h>
int main() {
  int any;
  while ((any = getchar()) != EOF) assert(any >= 0 && any < 256);
}
