// expect: unsafe
#include <unistd.h>
char bytes[3];
int main(void) {
  write(1, bytes, 5);
}
