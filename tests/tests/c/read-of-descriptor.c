// expect: unsafe
// Other descriptors than the standard ones give any bytes.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main() {
  char mode = 'r';
  int file = open("mode", O_RDONLY);
  if (file < 0) return 1;
  read(file, &mode, 1);
  close(file);
  assert(mode == 'r');
}
