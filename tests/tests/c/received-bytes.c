// expect: unsafe
// What comes from the network is any bytes.
#include <assert.h>
#include <sys/socket.h>

int main() {
  char text[4] = "abc";
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connection < 0 || recv(connection, text, sizeof text, 0) < 1) return 1;
  assert(text[0] == 'a');
}
