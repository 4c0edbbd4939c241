// fault: pointer 5
#include <stdio.h>
int main(void) {
  char name[4] = "name";
  printf("%s\n", name);
}
