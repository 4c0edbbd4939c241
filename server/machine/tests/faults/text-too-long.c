// fault: pointer 5
#include <string.h>
int main(void) {
  char name[4];
  strcpy(name, "name");
}
