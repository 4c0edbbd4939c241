// fault: pointer 5
#include <string.h>
int main(void) {
  char name[4] = "name";
  return (int)strlen(name);
}
