// expect: unsafe
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>

int main() {
  char *text = calloc(1, 4);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (recv(connection, text, 4, 0) == 4)
    assert(text[2] == 0);
  free(text);
}
