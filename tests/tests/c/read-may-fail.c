// expect: unsafe
#include <unistd.h>
int main(void) {
  char text[16];
  ssize_t size = read(0, text, sizeof text - 1);
  text[size] = 0;
}
