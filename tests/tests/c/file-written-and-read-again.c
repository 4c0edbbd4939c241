// expect: unknown --timeout 2
// A file that was written may be the one that is read.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main() {
  char byte = 7;
  int to = creat("file", 0600);
  if (to < 0 || write(to, &byte, 1) != 1 || close(to) != 0)
    return 1;
  int from = open("file", O_RDONLY);
  if (from >= 0 && read(from, &byte, 1) == 1)
    assert(byte == 7);
}
