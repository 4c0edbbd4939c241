// expect: unsafe
// More bytes may arrive than the object has room for.
#include <sys/socket.h>

char text[4];

int main() {
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  return recv(connection, text, 8, 0) > 0;
}
